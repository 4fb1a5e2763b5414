import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { bringUpToDate, findPaymentScripts, INVENTORY, readInventory } from './listed-scripts';
import { BASE_PATH } from '~/domain/base-path';

const USAGE = `Usage: npm run payment-scripts [-- ADDRESS]
Updates the files and hashes of the payment view's scripts in ${INVENTORY}. The approver then adds why each script is needed.
With the ADDRESS of a site, such as https://example.com, it only compares the site's scripts with the inventory
(PCI DSS 4.0.1, 11.6.1), and exits with 1 if they differ. Needs a working copy.`;

/** Updates the inventory of the payment view's scripts, or compares a site with it. */
export const paymentScripts: Command = {
  usage: USAGE,
  async run([site, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    if (site !== undefined && !URL.canParse(site)) throw new UsageError(`${site} is not a URL.`);
    if (!existsSync(join(terminal.root, INVENTORY))) throw new Error(`${INVENTORY} is missing in ${terminal.root}.`);
    return site === undefined ? rewrite(terminal) : compareWith(site, terminal);
  },
};

function rewrite({ root, print }: Terminal): ExitCode {
  const inventory = bringUpToDate(readInventory(root), findPaymentScripts(root));
  writeFileSync(join(root, INVENTORY), `${JSON.stringify(inventory, null, 2)}\n`);
  const unexplained = inventory.ours.filter(({ why, when }) => !why || !when).map(({ what }) => what);
  print(`Listed ${inventory.ours.length} of our scripts. Review the changes: git diff ${INVENTORY}`);
  if (unexplained.length > 0) print(`Add when and why, or remove: ${unexplained.join(', ')}`);
  return 0;
}

async function compareWith(origin: string, { root, print }: Terminal): Promise<ExitCode> {
  const { ours } = readInventory(root);
  const answers = await Promise.all(
    ours.map(async (script) => ({ ...script, served: await hashOf(origin, script.file) })),
  );
  const different = answers.filter(({ served, integrity }) => served !== integrity);
  for (const { file, what, served } of different) print(`Different: ${file} (${what}), ${served}`);
  print(`${ours.length - different.length} of ${ours.length} scripts match the inventory.`);
  return different.length === 0 ? 0 : 1;
}

/** The hash of the file as the site serves it, or the failure. */
async function hashOf(origin: string, file: string): Promise<string> {
  try {
    const answer = await fetch(new URL(`${BASE_PATH}/${file}`, origin));
    if (!answer.ok) return `status ${answer.status}`;
    return `sha384-${createHash('sha384')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('base64')}`;
  } catch (error) {
    return `no response: ${whyOf(error)}`;
  }
}

/** `fetch` reports the actual error as its `cause`. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
