"""Tokens that are known by their own shape, because the provider gave them a prefix.

Shapes as the providers publish them for secret scanning. Lower bounds are loose: lengths grow
over the years, and a cut token is still a secret. `[^\\W_]` is a letter or a digit.
"""

from __future__ import annotations

from kb.redact.rule import EDGE, HEX, LETTERS, Rule


def _token(name: str, shape: str, sample: str, stays: str, needs: str = "") -> Rule:
    """A rule. `sample` is a prefix and how many letters, or hex digits (`x`), follow it."""
    prefix, _, rest = sample.rpartition("|")
    stuff = HEX if rest.startswith("x") else LETTERS
    example = prefix + stuff[: int(rest.lstrip("x"))]
    return Rule(
        name,
        f"{EDGE}(?P<token>{shape})",
        tuple(needs.split()) or (prefix.lower(),),
        f"login with {example}, then go on",
        stays,
    )


TOKENS: tuple[Rule, ...] = (
    # code, packages, images
    _token("github", r"gh[pousr]_[^\W_]{16,255}", "ghp_|36", "ghp_ is a prefix", "gh"),
    _token("github-fine", r"github_pat_\w{20,255}", "github_pat_|82", "a github_pat_"),
    _token(
        "gitlab",
        r"gl(?:pat|dt|[cfr]bt|rt|ptt|ft|soat|oas|agent|imt|ffct)-[\w-]{16,255}",
        "glpat-|20",
        "glpat-x",
        "gl",
    ),
    _token("bitbucket", r"ATBB[^\W_]{28,255}", "ATBB|32", "ATBB"),
    _token(
        "atlassian",
        r"AT[AC]TT3[\w-]{50,255}=?[^\W_]{0,8}",
        "ATCTT3|186",
        "ATATT3 only",
        "ATATT3 ATCTT3",
    ),
    _token("npm", r"npm_[^\W_]{30,64}", "npm_|36", "npm_config_registry"),
    _token("pypi", r"pypi-AgE[\w-]{40,512}", "pypi-AgE|120", "pypi-AgEnt"),
    _token("docker", r"dckr_[op]at_[\w-]{20,64}", "dckr_pat_|27", "dckr_pat_x", "dckr_"),
    _token("swarm", r"SWMTKN-1-[\w-]{50,128}", "SWMTKN-1-|75", "SWMTKN-1-x"),
    _token("rubygems", r"rubygems_[0-9a-f]{48}", "rubygems_|x48", "rubygems_version"),
    # clouds and their databases
    _token(
        "aws",
        r"A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![^\W_])",
        "AKIA" + "Q3EGRVOX" * 2 + "|0",
        "AKIA and ASIA",
        "AKIA ASIA ABIA ACCA",
    ),
    _token("google-api", r"AIza[\w-]{30,64}", "AIza|35", "AIza"),
    _token("google-oauth", r"ya29\.(?:[a-z]\.)?[\w-]{20,2048}", "ya29.|60", "ya29.x"),
    _token("google-refresh", r"1//0[\w-]{24,512}", "1//0|60", "1//0 is 1"),
    _token("google-client", r"GOCSPX-[\w-]{20,64}", "GOCSPX-|28", "GOCSPX-"),
    _token(
        "google-store",
        r"GOOG1E[A-Z0-9]{50,60}",
        "GOOG1E" + "Q3EGRVOX" * 7 + "|0",
        "GOOG1E",
        "GOOG1E",
    ),
    _token("azure-client", r"[^\W_]{3}\dQ~[\w~.-]{30,40}", "aB38Q~|34", "8Q~ alone", "q~"),
    _token("alibaba", r"LTAI[^\W_]{12,26}(?![^\W_])", "LTAI|20", "LTAI"),
    _token("tencent", r"AKID[^\W_]{32}(?![^\W_])", "AKID|32", "AKID"),
    _token("digitalocean", r"do[opr]_v1_[0-9a-f]{40,64}", "dop_v1_|x64", "dop_v1_x", "_v1_"),
    _token("databricks", r"dapi[0-9a-f]{32}(?:-\d)?", "dapi|x32", "dapi calls"),
    _token("vault", r"hv[sbr]\.[\w-]{24,512}", "hvs.|90", "hvs.x", "hvs. hvb. hvr."),
    _token(
        "terraform",
        r"[^\W_]{14}\.atlasv1\.[\w-]{40,128}",
        "aB3dE5gH7jK9mN.atlasv1.|67",
        "a.atlasv1.b",
        ".atlasv1.",
    ),
    _token("pulumi", r"pul-[0-9a-f]{40}", "pul-|x40", "pul-se"),
    _token("doppler", r"dp\.[a-z]{2,6}\.[\w.-]{32,128}", "dp.pt.|43", "dp.st.x", "dp."),
    _token(
        "tailscale", r"tskey-[a-z]{2,12}-[\w-]{16,128}", "tskey-auth-|40", "tskey-auth-x", "tskey-"
    ),
    _token("supabase", r"sb(?:p|_secret)_\w{20,128}", "sbp_|x40", "sbp_x", "sbp_ sb_secret_"),
    _token(
        "planetscale",
        r"pscale_(?:tkn|pw|oauth)_[\w-]{30,64}",
        "pscale_pw_|43",
        "pscale_pw_",
        "pscale_",
    ),
    # models and training
    _token(
        "hugging-face", r"(?:hf|api_org)_[^\W_]{20,64}", "hf_|34", "hf_hub_download", "hf_ api_org_"
    ),
    _token("anthropic", r"sk-ant-[\w-]{16,255}", "sk-ant-|93", "sk-ant-x"),
    _token(
        "openai",
        r"sk-(?:(?:proj|svcacct|admin|or-v1|None)-[\w-]{16,255}|[^\W_]{20,255})",
        "sk-proj-|120",
        "sk-learn-contrib-plus-more-words",
        "sk-",
    ),
    _token("wandb", r"wandb_v\d_\w{20,255}", "wandb_v1_|70", "wandb_v1_x", "wandb_v"),
    _token("nvidia", r"nvapi-[\w-]{40,128}", "nvapi-|64", "nvapi-x"),
    _token("replicate", r"r8_[^\W_]{30,64}", "r8_|37", "r8_int8"),
    _token("groq", r"gsk_[^\W_]{30,128}", "gsk_|52", "gsk_x"),
    _token("xai", r"xai-[^\W_]{40,128}", "xai-|80", "xai-grad"),
    _token("perplexity", r"pplx-[^\W_]{32,128}", "pplx-|48", "pplx-eval"),
    _token("together", r"tgp_v\d_[\w-]{30,128}", "tgp_v1_|43", "tgp_v1_x", "tgp_v"),
    _token("fireworks", r"fw_[^\W_]{22,64}", "fw_|24", "fw_version"),
    _token("cerebras", r"csk-[a-z0-9]{40,64}", "csk-|x48", "csk-x"),
    _token("tavily", r"tvly-[\w-]{24,64}", "tvly-dev-|32", "tvly-x", "tvly-"),
    _token("jina", r"jina_[^\W_]{40,128}", "jina_|60", "jina_embeddings", "jina_"),
    _token("modal", r"a[ks]-[^\W_]{22}(?![\w-])", "ak-|22", "as-is", "ak- as-"),
    _token("e2b", r"e2b_[0-9a-f]{40}", "e2b_|x40", "e2b_x"),
    _token("volcano", r"AKLT[\w-]{30,128}", "AKLT|43", "AKLT"),
    _token("kaggle", r"KGAT_[0-9a-f]{32}", "KGAT_|x32", "KGAT_x"),
    _token(
        "langsmith",
        r"lsv2_[a-z]{2}_[0-9a-f]{32}_[0-9a-f]{10}",
        f"lsv2_pt_{HEX[:32]}_|x10",
        "lsv2_pt_x",
        "lsv2_",
    ),
    _token("pinecone", r"pcsk_\w{30,128}", "pcsk_|70", "pcsk_x"),
    _token("runpod", r"rpa_[A-Z0-9]{36,64}", "rpa_" + "Q3EGRVOX" * 5 + "|0", "rpa_x", "rpa_"),
    _token("prefect", r"pn[bu]_[^\W_]{36}", "pnu_|36", "pnu_x", "pnu_ pnb_"),
    _token("neptune", r"eyJhcGlf[\w+/-]{40,1024}={0,2}", "eyJhcGlf|120", "eyJhcGlf"),
    # messages, money, operations
    _token("slack", r"xox[abcdeoprs]-[\w-]{10,255}", "xoxb-1234567890-|24", "xoxo-kisses", "xox"),
    _token("slack-app", r"xapp-\d-[\w-]{16,255}", "xapp-1-|60", "xapp-1-x", "xapp-"),
    _token(
        "slack-hook",
        r"(?<=hooks\.slack\.com/)[a-z]{5,12}/[\w/-]{16,128}",
        "hooks.slack.com/services/T0AB3CD4/B0AB3CD4/|24",
        "hooks.slack.com/services",
        "hooks.slack.com",
    ),
    _token(
        "discord-hook",
        r"(?<=/webhooks/)\d{10,24}/[\w-]{30,128}",
        "discord.com/api/webhooks/12345678901234567/|68",
        "discord.com/api/webhooks/1",
        "/webhooks/",
    ),
    _token(
        "discord-bot",
        r"(?:[MNO][DTjz][^\W_]{2}){5,7}\.[\w-]{6}\.[\w-]{27,45}",
        "MTIzMTIzMTIzMTIzMTIzMTIz.GaBcDe.|38",
        "MTIz.GaBcDe.x",
        "MT MD Mj Mz NT ND Nj Nz OT OD Oj Oz",
    ),
    _token(
        "feishu-hook",
        r"(?<=/bot/v2/hook/)[0-9a-f-]{32,40}",
        "open.feishu.cn/open-apis/bot/v2/hook/|x36",
        "/open-apis/bot/v2/hook/",
        "/bot/v2/hook/",
    ),
    _token(
        "teams-hook",
        r"(?<=webhook\.office\.com/)webhookb2/[\w@/-]{30,255}",
        "acme.webhook.office.com/webhookb2/|x72",
        "x.webhook.office.com/webhookb2/",
        "webhook.office.com",
    ),
    _token(
        "telegram", r"\d{8,10}:AA[\w-]{32,34}(?![\w-])", "123456789:AA|33", "12345678:AA", ":aa"
    ),
    _token(
        "stripe",
        r"[rs]k_(?:live|test)_[^\W_]{16,255}",
        "sk_live_|24",
        "sk_test_x",
        "k_live_ k_test_",
    ),
    _token("signing", r"whsec_[\w+/-]{20,128}={0,2}", "whsec_|32", "whsec_x"),
    _token(
        "twilio", r"(?:SK|AC)[0-9a-f]{32}(?![^\W_])", "SK|x32", "SK-learn and AC power", "SK AC"
    ),
    _token(
        "sendgrid", r"SG\.[\w-]{16,32}\.[\w-]{32,64}", f"SG.{LETTERS[:22]}.|43", "SG.x.y", "sg."
    ),
    _token("shopify", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", "shpat_|x32", "shpat_x", "shp"),
    _token("square", r"sq0[a-z]{3}-[\w-]{22,64}", "sq0atp-|22", "sq0atp-x", "sq0"),
    _token("grafana", r"gl(?:sa|c)_[\w+/]{32,255}={0,2}", "glsa_|41", "glsa_x", "glsa_ glc_"),
    _token("dingtalk", r"SEC[0-9a-f]{64}", "SEC|x64", "SEC and SECRET"),
    _token("sonar", r"sq[apu]_[0-9a-f]{40}", "sqp_|x40", "sqp_x", "sqa_ sqp_ squ_"),
    _token("buildkite", r"bk(?:ua|ct)_[0-9a-f]{40}", "bkua_|x40", "bkua_x", "bkua_ bkct_"),
    _token("fly", r"fm2_[\w+/-]{60,2048}={0,2}", "fm2_|120", "fm2_x"),
    _token("artifactory", r"AKC[a-zA-Z0-9]{60,80}", "AKCp8|68", "AKCp8", "akc"),
    _token("posthog", r"phx_[^\W_]{40,64}", "phx_|43", "phx_x"),
    _token("sentry", r"sntry[su]_[\w+/=-]{40,512}", "sntrys_|90", "sntrys_x", "sntry"),
    _token(
        "new-relic", r"NRAK-[A-Z0-9]{27}", "NRAK-Q3EGRVOXQ3EGRVOXQ3EGRVOXQ3E|0", "NRAK-x", "nrak-"
    ),
    _token(
        "postman", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", f"PMAK-{HEX[:24]}-|x34", "PMAK-x", "pmak-"
    ),
    _token("linear", r"lin_(?:api|oauth)_[^\W_]{32,64}", "lin_api_|40", "lin_api_x", "lin_"),
    _token("notion", r"(?:ntn|secret)_[^\W_]{40,64}", "ntn_|46", "ntn_x", "ntn_ secret_"),
    _token("figma", r"figd_[\w-]{36,64}", "figd_|40", "figd_x"),
    _token("airtable", r"pat[^\W_]{14}\.[0-9a-f]{64}", "pataB3dE5gH7jK9mN.|x64", "patch.0", "pat"),
    _token("heroku", r"HRKU-[\w-]{36,72}", "HRKU-|60", "HRKU-x"),
    _token("circleci", r"CCI(?:PAT|PRJ)_\w{40,128}", "CCIPAT_|64", "CCIPAT_x", "ccip"),
    _token("one-password", r"ops_eyJ[\w+/-]{60,2048}={0,2}", "ops_eyJ|250", "ops_eyJ"),
    _token("base64-key", r"LS0tLS1CRUdJTi[\w+/]{60,32000}={0,2}", "LS0tLS1CRUdJTi|250", "LS0tLS1"),
    _token(
        "base64-account",
        r"(?:eyJ0eXBlIjoi|eyJ0eXBlIjog|ewogICJ0eXBlIjog)[\w+/]{60,32000}={0,2}",
        "eyJ0eXBlIjoi|250",
        "eyJ0eXBlIjoi",
        "eyJ0eXBlIjo ewogICJ0eXBlIjog",
    ),
    _token(
        "age",
        r"AGE-SECRET-KEY-1[A-Z0-9]{50,64}",
        "AGE-SECRET-KEY-1" + "Q3EGRVOX" * 7 + "QQ|0",
        "AGE-SECRET-KEY-1",
        "age-",
    ),
    _token(
        "jwt",
        r"(?<![\w-])eyJ[\w-]{8,8192}\.(?:eyJ[\w-]{8,8192}|[\w-]{0,1024}\.[\w-]{16}\.[\w-]{8,8192})"
        r"(?:\.[\w-]{0,8192}){1,3}",
        f"eyJ{LETTERS[:30]}.eyJ{LETTERS[:60]}.|43",
        "eyJ.eyJ.x",
        "eyj",
    ),
)
