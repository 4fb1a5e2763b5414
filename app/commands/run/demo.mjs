/**
 * Whether the commands of a checkout serve a demo where nobody says: not where anything tells of a real site, a backend or a payment provider.
 *
 * @param env as it was given, before a command adds to it
 */
export function isDemoPossible(env) {
  const { NODE_ENV, PUBLIC_URL, BACKEND_URL, PAYMENT_PROVIDER, DATABASE_URL, DATABASE_URL_FILE } = env;
  if (NODE_ENV === 'production' || /^https:/i.test(PUBLIC_URL ?? '')) return false;
  return !BACKEND_URL && !DATABASE_URL && !DATABASE_URL_FILE && (PAYMENT_PROVIDER || 'sandbox') === 'sandbox';
}
