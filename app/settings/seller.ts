import { text } from './kinds/plain';
import { setting, siteSetting, type ValuesOf } from './setting';

/** What receipts say of who sells, and what paying agrees to. */
export const seller = {
  name: siteSetting('SELLER_NAME', text(100, 'Evenkeel, Inc.')),
  address: siteSetting('SELLER_ADDRESS', text(200, '100 Sample Street, Springfield, MN 56087, United States')),
  taxId: setting('SELLER_TAX_ID', text(50, '')),
  withdrawal: {
    en: setting('WITHDRAWAL_TEXT_EN', text(600, '')),
    es: setting('WITHDRAWAL_TEXT_ES', text(600, '')),
  },
};

export const terms = { version: siteSetting('TERMS_VERSION', text(40, '2026-11-01')) };

/** What is empty is not said, or in our own words. */
export function sellerOf({ name, address, taxId, withdrawal }: ValuesOf<typeof seller>) {
  const texts = Object.entries(withdrawal).filter(([, said]) => said !== '');
  return { name, address, taxId: taxId || undefined, withdrawal: Object.fromEntries(texts) };
}
