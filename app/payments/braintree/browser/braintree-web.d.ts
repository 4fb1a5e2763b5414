/** These paths share code with each other; the published types declare only the short ones. */
declare module 'braintree-web/client/index.js' {
  export * from 'braintree-web/client';
}
declare module 'braintree-web/hosted-fields/index.js' {
  export * from 'braintree-web/hosted-fields';
}
declare module 'braintree-web/three-d-secure/index.js' {
  export * from 'braintree-web/three-d-secure';
}
declare module 'braintree-web/data-collector/index.js' {
  export * from 'braintree-web/data-collector';
}
declare module 'braintree-web/lib/assets.js' {
  export const loadScript: { clearCache(): void };
}
declare module 'braintree-web/venmo/index.js' {
  import type { create as createVenmo, Venmo as DeclaredVenmo } from 'braintree-web/venmo';

  export type Venmo = DeclaredVenmo & { cancelTokenization(callback: () => void): void };
  /** The published types lack the nonce, the cancellation, and the check for Venmo's support of this browser. */
  export function create(options: Parameters<typeof createVenmo>[0] & { styleCspNonce?: string }): Promise<Venmo>;
  export function isBrowserSupported(options: { allowDesktopWebLogin?: boolean }): boolean;
}
