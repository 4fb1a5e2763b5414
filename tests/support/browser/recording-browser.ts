import { PlainBrowser } from './plain-browser';

/** Records the HTML and headers of every response. */
export class RecordingBrowser extends PlainBrowser {
  readonly received: string[] = [];

  override async send(...request: Parameters<PlainBrowser['send']>) {
    const page = await super.send(...request);
    this.received.push(page.html, JSON.stringify([...page.headers]));
    return page;
  }
}
