/**
 * Whether the commands of a working copy start a demo by default. They do not if a setting indicates a real site, a backend or a payment
 * provider.
 *
 * @param env the environment before a command adds to it
 */
export function isDemoPossible(env) {
  const { NODE_ENV, PUBLIC_URL, BACKEND_URL, PAYMENT_PROVIDER, DATABASE_URL, DATABASE_URL_FILE } = env;
  if (NODE_ENV === 'production' || /^https:/i.test(PUBLIC_URL ?? '')) return false;
  return !BACKEND_URL && !DATABASE_URL && !DATABASE_URL_FILE && (PAYMENT_PROVIDER || 'sandbox') === 'sandbox';
}
