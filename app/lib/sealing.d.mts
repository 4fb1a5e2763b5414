/** Encrypts small texts at rest. What was sealed under any of the secrets opens again; the first one seals. */
export interface Sealing {
  seal(text: string): string;
  /** @throws Error when the text was not sealed here, or was changed */
  open(sealed: string): string;
}

/**
 * AES-256-GCM under keys derived from the session secrets.
 *
 * @param secrets the first seals, all open
 * @param purpose separates keys, so that a text sealed for one purpose does not open as another
 */
export function createSealing(secrets: readonly string[], purpose: string): Sealing;
