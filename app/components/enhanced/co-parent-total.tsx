import { useNamesDollars } from '~/components/checkout/currency-note';
import { shownOrder, type OrderLines } from '~/components/checkout/order-summary';
import type { ShownOrder } from '~/components/checkout/order-figures';
import { useTranslate } from '~/components/page/use-translate';

export interface CoParentTotalProps {
  /** The total of the order as displayed. */
  total: string;
  /** The order once the box is toggled. */
  toggled: ShownOrder;
  texts: { newTotal: string };
}

interface PlaceProps {
  lines: OrderLines;
  toggledLines: OrderLines;
}

/** The empty element for the script that updates the total when the co-parent's box is toggled. */
export function CoParentTotal({ lines, toggledLines }: PlaceProps) {
  const t = useTranslate();
  const namesDollars = useNamesDollars()(lines.currency);
  const props: CoParentTotalProps = {
    total: shownOrder(t, lines, namesDollars).total,
    toggled: shownOrder(t, toggledLines, namesDollars),
    texts: { newTotal: t('checkout:summary.newTotal') },
  };
  return <div data-enhance="co-parent-total" data-props={JSON.stringify(props)} />;
}
