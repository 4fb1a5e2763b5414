import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Compresses assets at build time, for static-assets.server.ts. */
export const precompressed: Plugin = {
  name: 'precompressed',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const assets = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css|svg)$/.test(fileName));
    for (const asset of assets) {
      const bytes = Buffer.from(asset.type === 'chunk' ? asset.code : asset.source);
      for (const [ending, pack] of Object.entries(COMPRESS)) {
        await writeFile(`${dir}/${asset.fileName}${ending}`, await pack(bytes));
      }
    }
  },
};
