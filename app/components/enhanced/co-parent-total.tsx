import { shownOrder, type OrderLines } from '~/components/checkout/order-summary';
import type { ShownOrder } from '~/components/checkout/order-figures';
import { useTranslate } from '~/components/page/use-translate';

export interface CoParentTotalProps {
  /** The order as the page shows it has this total. */
  total: string;
  /** The order once the box is toggled. */
  toggled: ShownOrder;
  texts: { newTotal: string };
}

interface PlaceProps {
  lines: OrderLines;
  toggledLines: OrderLines;
}

/** The empty element of the script that shows the new total as soon as the co-parent's box is toggled. */
export function CoParentTotal({ lines, toggledLines }: PlaceProps) {
  const t = useTranslate();
  const props: CoParentTotalProps = {
    total: shownOrder(t, lines).total,
    toggled: shownOrder(t, toggledLines),
    texts: { newTotal: t('checkout:summary.newTotal') },
  };
  return <div data-enhance="co-parent-total" data-props={JSON.stringify(props)} />;
}
