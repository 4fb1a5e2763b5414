import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { SCREENS, type RecordedScreen, type Rendered } from '../comparisons/recorded-screen';
import { startSite } from '../process/site';
import { prepareRequests, type ScreenRequest } from './screen-requests';

const RECORDER = fileURLToPath(new URL('record-render.mjs', import.meta.url));

/** Records the input of each rendered screen in a file for the comparisons, until `remove` is called. */
export async function recordScreens() {
  const site = await startSite({ name: 'recorded', preload: [RECORDER] });
  const seen: { request: ScreenRequest; rendered: Rendered }[] = [];
  try {
    await prepareRequests(site.origin, async (request) => {
      const rendered = await site.ask<Rendered | undefined>('lastRender');
      if (!rendered)
        throw new Error('Nothing was recorded: record-render.mjs no longer finds the page in what react-dom renders');
      seen.push({ request, rendered });
    });
  } finally {
    await site.stop();
  }
  const screens = SCREENS.map((name): RecordedScreen => {
    const of = (answer: ScreenRequest['answer']) =>
      seen.find(({ request }) => request.screen === name && request.answer === answer);
    const [page, mistake, accepted] = [of('page'), of('mistake'), of('accepted')];
    if (!page || !mistake) throw new Error(`${name} was not recorded`);
    return {
      name,
      page: page.rendered,
      mistake: { status: mistake.request.expects, rendered: mistake.rendered },
      accepted: accepted ? { location: accepted.request.location ?? '/' } : null,
    };
  });
  const folder = mkdtempSync(join(tmpdir(), 'joinery-bench-'));
  const file = join(folder, 'screens');
  writeFileSync(file, serialize(screens));
  return { screens, file, remove: () => rmSync(folder, { recursive: true }) };
}
