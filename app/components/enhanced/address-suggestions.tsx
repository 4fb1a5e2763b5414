import { BASE_PATH } from '~/domain/base-path';
import { MAX_SUGGESTIONS, SUGGESTED_COUNTRIES } from '~/domain/address';
import { useTranslate } from '~/components/page/use-translate';

export type AddressCredit = 'Google' | 'OpenStreetMap' | null;

export interface AddressSuggestionsProps {
  /** The id of the plain input; the other controls are found by their names. */
  input: string;
  /** The URL of the look-up. */
  lookup: string;
  countries: readonly string[];
  texts: {
    label: string;
    /** The announcement for each number of suggestions, from zero. */
    count: string[];
    filled: string;
    searching: string;
    failed: string;
    credit: string | null;
  };
}

interface Props {
  input: string;
  /** The source that the list must credit. */
  credit: AddressCredit;
}

/** The empty element where the list of addresses mounts. */
export function AddressSuggestions({ input, credit }: Props) {
  const t = useTranslate();
  const props: AddressSuggestionsProps = {
    input,
    lookup: `${BASE_PATH}/lookup/addresses`,
    countries: SUGGESTED_COUNTRIES,
    texts: {
      label: t('checkout:suggestions.label'),
      count: Array.from({ length: MAX_SUGGESTIONS + 1 }, (_, count) =>
        count === 0 ? t('checkout:suggestions.none') : t('checkout:suggestions.count', { count }),
      ),
      filled: t('checkout:suggestions.filled'),
      searching: t('checkout:suggestions.searching'),
      failed: t('checkout:suggestions.failed'),
      credit: credit && t(`checkout:suggestions.credit.${credit}`),
    },
  };
  return <div className="suggestions" data-enhance="address-suggestions" data-props={JSON.stringify(props)} />;
}
