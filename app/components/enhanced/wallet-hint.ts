/** The id of the hint that both wallets' buttons share. */
export const WALLET_HINT = 'wallet-hint';
