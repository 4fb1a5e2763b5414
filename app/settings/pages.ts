import { z } from 'zod';
import { brandImage } from './kinds/brand-image';
import { colourBehindWhite } from './kinds/colour';
import { onOff, phone, text } from './kinds/plain';
import { inventedSetting, setting, siteSetting, type ValuesOf } from './setting';

export const pages = {
  brandName: setting('BRAND_NAME', text(40, 'Evenkeel')),
  brandColor: setting('BRAND_COLOR', colourBehindWhite('#0f5c63')),
  /** Undefined means the product's default. */
  brandLogo: setting('BRAND_LOGO', brandImage(['image/svg+xml', 'image/png'], 6)),
  brandFavicon: setting('BRAND_FAVICON', brandImage(['image/svg+xml', 'image/png', 'image/x-icon'])),
  supportEmail: inventedSetting(
    'SUPPORT_EMAIL',
    z.email({ error: 'must be an e-mail address' }).default('support@evenkeel.example'),
  ),
  // Fictional numbers (NANPA's 1-800-555-0199, ACMA's 1800 975 707 to 718, Ofcom's 08081 57 0000 to 0999); New Zealand reserves none.
  supportPhones: {
    US: inventedSetting('SUPPORT_PHONE_US', phone('1-800-555-0199')),
    NZ: inventedSetting('SUPPORT_PHONE_NZ', phone('0800 000 000')),
    AU: inventedSetting('SUPPORT_PHONE_AU', phone('1800 975 711')),
    UK: inventedSetting('SUPPORT_PHONE_UK', phone('0808 157 0192')),
  },
  passwordShown: setting('PASSWORD_SHOWN', onOff('on')),
};

/** The seller on receipts, and the terms that paying agrees to. */
export const seller = {
  name: inventedSetting('SELLER_NAME', text(100, 'Evenkeel, Inc.')),
  address: inventedSetting('SELLER_ADDRESS', text(200, '100 Sample Street, Springfield, MN 56087, United States')),
  taxId: setting('SELLER_TAX_ID', text(50, '')),
  withdrawal: {
    en: setting('WITHDRAWAL_TEXT_EN', text(600, '')),
    es: setting('WITHDRAWAL_TEXT_ES', text(600, '')),
  },
};

export const terms = { version: siteSetting('TERMS_VERSION', text(40, '2026-11-01')) };

/** Empty texts are omitted, or replaced by the product's own. */
export function sellerOf({ name, address, taxId, withdrawal }: ValuesOf<typeof seller>) {
  const texts = Object.entries(withdrawal).filter(([, said]) => said !== '');
  return { name, address, taxId: taxId || undefined, withdrawal: Object.fromEntries(texts) };
}
