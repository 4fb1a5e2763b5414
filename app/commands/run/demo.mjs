/** Whether the commands of a checkout serve a demo where nobody says: not with a real backend or payment provider. */
export function isDemoPossible({ BACKEND_URL, PAYMENT_PROVIDER }) {
  return !BACKEND_URL && (PAYMENT_PROVIDER || 'sandbox') === 'sandbox';
}
