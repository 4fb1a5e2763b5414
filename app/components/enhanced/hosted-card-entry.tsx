import type { HostedCardProps, HostedCardTexts } from './hosted-card';
import { usePage } from '~/components/page/page-context';
import { acceptedBrands, acceptedText, type AcceptedBrands } from '~/components/checkout/card-brands';
import { cardLabels } from '~/components/checkout/card-fields';
import { useTranslate } from '~/components/page/use-translate';
import { LENGTHS } from '~/domain/limits';
import type { HostedFieldName } from '~/payments/browser-port';

export type HostedCardSettings = Pick<
  HostedCardProps,
  'provider' | 'clientToken' | 'hiddenCardBrands' | 'isFreeIfToggled' | 'collectsDeviceData' | 'threeDSecure'
>;

interface HostedCardEntryProps extends Pick<
  HostedCardProps,
  'insteadOf' | 'nameInput' | 'cardHolderName' | 'isOptional'
> {
  settings: HostedCardSettings;
  legend: string;
}

/** The empty element where the provider's card fields mount. The server's fallback content is beside it. */
export function HostedCardEntry({ settings, legend, ...place }: HostedCardEntryProps) {
  const brands = acceptedBrands(useTranslate(), settings.hiddenCardBrands);
  const texts = useTexts(brands, legend);
  const props: HostedCardProps = { ...settings, ...place, nameLimit: LENGTHS.cardHolder, brands, texts };
  return <div data-enhance="card-fields" data-props={JSON.stringify(props)} />;
}

function useTexts(brands: AcceptedBrands, legend: string): HostedCardTexts {
  const t = useTranslate();
  const { brandName } = usePage();
  const labels = cardLabels(t);
  const title = t('common:title', { title: t('checkout:method.heading'), brand: brandName });
  const errors: Record<HostedFieldName, string> = {
    number: t('errors:cardNumber'),
    expirationDate: t('errors:cardExpiration'),
    cvv: t('errors:cardCvv'),
  };
  return {
    legend,
    labels: {
      cardHolderName: labels.cardHolderName,
      number: labels.cardNumber,
      expirationDate: labels.cardExpiration,
      cvv: labels.cardCvv,
    },
    hints: { expirationDate: t('checkout:method.expirationHint'), cvv: t('checkout:method.cvvHint') },
    errors: {
      ...errors,
      cardHolderName: t('errors:cardHolderMissing'),
      nameLength: t('errors:cardHolderLength'),
      brand: t('errors:cardBrand'),
    },
    accepted: acceptedText(t, brands),
    problem: t('common:errorSummary'),
    errorTitle: t('common:errorTitle', { title }),
    noCardForm: t('checkout:method.noCardForm'),
    loading: t('checkout:method.loading'),
    submitting: t('checkout:method.submitting'),
    unavailable: t('checkout:method.unavailable'),
    notAuthenticated: t('checkout:exceptions.authentication'),
    authenticationUnavailable: t('checkout:method.authenticationUnavailable'),
  };
}
