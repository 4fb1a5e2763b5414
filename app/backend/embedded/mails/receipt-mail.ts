import type { Receipt } from '~/domain/receipt/receipt';
import type { Language } from '~/i18n/languages';
import { receiptSections, type ReceiptSection } from '~/i18n/receipt-sections';
import { translate } from '~/i18n/translator';
import { renderLetter, type MailBlock } from './mail-parts.server';
import { greet, hostOf, supportLine, type MailSender } from './mail-sender';
import type { Mail } from './outbox.server';
import { withoutLinks } from './typed-name';

interface Paid {
  receipt: Receipt;
  recipient: string;
  firstName: string;
  /** ISO 3166-1 alpha-2, of the billing address. */
  country: string;
  orderId: string;
  /** The payer named somebody with an e-mail. */
  isCoParentMailed: boolean;
  language: Language;
}

/** The lasting copy of a receipt. It has no link, so that whoever it is forwarded to gets no account. */
export function makeReceiptMail(sender: MailSender, paid: Paid): Mail {
  const { receipt, recipient, firstName, country, orderId, language } = paid;
  const t = translate(language);
  const { brandName } = sender;
  const { total, totalFormatted: amount } = receipt.totals;
  const content = renderLetter(sender, {
    language,
    subject: t('backend:mail.receipt.subject', { brand: brandName }),
    blocks: [
      greet(t, firstName),
      amount === null || total === 0
        ? t('backend:mail.receipt.thanks')
        : t('backend:mail.receipt.received', { amount }),
      ...receiptSections(language, withoutTypedLinks(receipt)).flatMap(blocksOf),
      { heading: t('backend:mail.next') },
      t('backend:mail.receipt.next'),
      ...(paid.isCoParentMailed ? [t('backend:mail.receipt.invited')] : []),
      ...(receipt.isForCoParent ? [t('backend:mail.receipt.forCoParent')] : []),
      { closing: [t('backend:mail.receipt.why', { host: hostOf(sender) }), supportLine(t, sender, country)] },
    ],
  });
  return { kind: 'receipt', recipient, orderId, ...content };
}

function blocksOf({ title, rows, sentences }: ReceiptSection): MailBlock[] {
  return [{ heading: title }, ...(rows.length === 0 ? [] : [{ rows }]), ...sentences];
}

function withoutTypedLinks(receipt: Receipt): Receipt {
  const { name, address, email } = receipt.payer;
  return {
    ...receipt,
    payer: {
      email,
      name: name === null ? null : withoutLinks(name),
      address: address && {
        ...address,
        line1: withoutLinks(address.line1),
        line2: address.line2 === null ? null : withoutLinks(address.line2),
        city: withoutLinks(address.city),
        postalCode: withoutLinks(address.postalCode),
      },
    },
  };
}
