import { PlainBrowser } from './plain-browser';

/** Records every page with its headers. */
export class RecordingBrowser extends PlainBrowser {
  readonly received: string[] = [];

  override async send(...request: Parameters<PlainBrowser['send']>) {
    const page = await super.send(...request);
    this.received.push(page.html, JSON.stringify([...page.headers]));
    return page;
  }
}
