/* The theme's search runs in a worker, which no browser starts from a file share: there, it runs
   in a hidden frame. The theme and its offline plugin know this by the name of the class. */
"use strict";

if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #ready;

    constructor(url) {
      super();
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = async (...urls) => {
        for (const each of urls) await this.#run(each);
      };
      this.#ready = this.#run(url);
    }

    postMessage(data) {
      const { contentWindow } = this.#frame;
      this.#ready.then(() => contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }

    #run(url) {
      return new Promise((done, failed) => {
        const script = this.#frame.contentDocument.createElement("script");
        Object.assign(script, { src: new URL(url, location), onload: done, onerror: failed });
        this.#frame.contentDocument.body.append(script);
      });
    }
  };
  window.Worker = window.IFrameWorker;

  // the theme asks for the sitemap of each other language, which no browser lets a page do there
  for (const link of document.querySelectorAll("link[rel=alternate][hreflang]")) link.remove();
}
