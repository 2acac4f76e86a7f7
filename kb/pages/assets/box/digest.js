// The fingerprint of a paste: SHA-256, for the browser's own is kept from pages without TLS.

const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}

function fraction(value) {
  return ((value % 1) * 2 ** 32) | 0;
}

const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, place) => blocks.setUint8(place, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  let state = BEGINNING;
  for (let start = 0; start < blocks.byteLength; start += 64) state = blockDone(state, blocks, start);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function blockDone(before, blocks, start) {
  const words = Array.from({ length: 16 }, (_, n) => blocks.getInt32(start + 4 * n));
  let [a, b, c, d, e, f, g, h] = before;
  for (let n = 0; n < 64; n += 1) {
    if (n >= 16) {
      const [one, two] = [words[n - 15], words[n - 2]];
      const near = turned(one, 7) ^ turned(one, 18) ^ (one >>> 3);
      const far = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[n] = (words[n - 16] + near + words[n - 7] + far) | 0;
    }
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + before[place]) | 0);
}
