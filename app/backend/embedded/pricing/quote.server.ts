import type { z } from 'zod';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { pricingRequest } from '~/backend/schemas/prices';
import type { FullPricing, FullTotals } from './full-answers';
import { findBuildYourOwnPrice } from '~/domain/build-your-own';
import { formatMoney, percent, type Currency } from '~/domain/money';
import type { Order } from '~/domain/order';
import { isVatIncluded } from '~/domain/packages';
import { computePrices, type Prices } from '~/domain/prices';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { findUsableCodes } from './activation-codes.server';
import { BUILD_YOUR_OWN_PRICES, findPackage, type CataloguePackage } from './catalogue';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { describeCoupon, findCoupon } from './coupons.server';
import { isSoldTo } from './offer';
import { findTax, UK_VAT } from './tax-rates';
import { decideTreatment, STORAGE_PRICED_FLAG } from './variants.server';

export type Quote =
  { outcome: 'priced'; pricing: FullPricing } | { outcome: 'invalid'; validationErrors: ValidationErrors };

/**
 * Computes every amount of an order and takes none from the request. `paymentCodeDetails` lists only usable codes.
 *
 * @param anonymousId the visitor's id, for the experiments that decide a price
 * @param referrerKey of the discount link, if any
 * @param language of the formatted amounts
 */
export async function quote(
  context: EmbeddedContext,
  request: z.infer<typeof pricingRequest>,
  {
    anonymousId,
    referrerKey,
    language,
  }: { anonymousId: string | null; referrerKey: string | undefined; language: Language },
): Promise<Quote> {
  const { orderDetail, address } = request;
  const sold = findPackage(orderDetail.packageId);
  if (!sold) return invalid(language, 'orderDetail.packageId', 'package');
  if (!(await isSoldTo(context, sold.id, { country: address.country, anonymousId })))
    return invalid(language, 'orderDetail.packageId', 'packageElsewhere');
  const packagePrice = await findPrice(context, sold, { order: orderDetail, anonymousId });
  if (packagePrice === undefined) return invalid(language, 'orderDetail.services', 'services');

  const coupon = await findCoupon(context.db, referrerKey);
  const isVat = isVatIncluded(sold.id);
  const tax = isVat ? { rate: UK_VAT, taxId: 'sample-GB-VAT' } : findTax(address.country, address.region);
  const prices = computePrices({
    packagePrice,
    currency: sold.currency,
    payForCoparent: request.payForCoparent,
    couponRate: coupon?.rate ?? null,
    codes: await findUsableCodes(context.db, context.codeHashing, request.paymentCodes, sold.currency),
    tax: { rate: tax.rate, included: isVat },
  });
  const format = (amount: number) => formatMoney(amount, sold.currency, language);
  return {
    outcome: 'priced',
    pricing: {
      couponDetail: coupon
        ? {
            couponCode: coupon.coupon_code,
            description: describeCoupon(coupon, language),
            discount: prices.discount,
            discountFormatted: format(prices.discount),
          }
        : null,
      payForCoParent: request.payForCoparent,
      paymentCodeDetails: prices.codes.map((code) => ({
        ...code,
        amountFormatted: format(code.amount),
        unusedFormatted: format(code.unused),
      })),
      taxes: prices.taxAmount,
      taxId: tax.taxId,
      finalPrice: prices.total,
      taxesCalculated: true,
      request,
      totals: { taxRate: tax.rate / percent(1), ...formatTotals(prices, sold.currency, format) },
    },
  };
}

/** The price for one parent and the whole term. Undefined if the package lacks something that the order contains. */
async function findPrice(
  context: EmbeddedContext,
  sold: CataloguePackage,
  { order, anonymousId }: { order: Order; anonymousId: string | null },
): Promise<number | undefined> {
  if (!sold.buildYourOwn) return order.productId === null && order.services.length === 0 ? sold.price : undefined;
  const isStoragePriced = await decideTreatment(context, STORAGE_PRICED_FLAG, anonymousId);
  return findBuildYourOwnPrice(BUILD_YOUR_OWN_PRICES, order, isStoragePriced);
}

function formatTotals(
  prices: Prices,
  currencyCode: Currency,
  format: (amount: number) => string,
): Omit<FullTotals, 'taxRate'> {
  const { paymentCodeTotal, taxAmount, selectedPackageTotal, subTotal, subTotalAfterDiscount, total } = prices;
  return {
    currencyCode,
    paymentCodeTotal,
    paymentCodeTotalFormatted: format(paymentCodeTotal),
    taxAmount,
    taxAmountFormatted: format(taxAmount),
    selectedPackageTotal,
    selectedPackageTotalFormatted: format(selectedPackageTotal),
    subTotal,
    subTotalFormatted: format(subTotal),
    subTotalAfterDiscount,
    subTotalAfterDiscountFormatted: format(subTotalAfterDiscount),
    total,
    totalFormatted: format(total),
  };
}

function invalid(language: Language, field: string, text: 'package' | 'packageElsewhere' | 'services'): Quote {
  return { outcome: 'invalid', validationErrors: [{ field, text: translate(language)(`backend:validation.${text}`) }] };
}
