import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The path of a file, read as text without the line ends around it. The error gives no content. */
export const fileContent = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    context.addIssue({ code: 'custom', message: 'must be the path of a file that can be read' });
    return z.NEVER;
  }
});
