import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { OrderFigures } from '~/components/checkout/order-figures';
import type { CoParentTotalProps } from '~/components/enhanced/co-parent-total';
import { isToggled } from './card/page-form';
import { mountWith } from './mount';
import { getElement, getForm } from './shared/find';
import { listen } from './shared/listen';
import { LiveRegion } from './shared/live-region';

/** Updates the total beside the co-parent's box and the order summary when the box is toggled. */
function CoParentTotal({ total, toggled, texts }: CoParentTotalProps) {
  const root = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLElement>();
  const [isOther, setOther] = useState(false);
  const [wasToggled, setWasToggled] = useState(false);

  useEffect(() => {
    const form = getForm(root.current);
    summary.current = getElement<HTMLElement>('.order-summary');
    const follow = () => {
      const isNow = isToggled(form);
      setOther(isNow);
      setWasToggled((before) => before || isNow);
    };
    follow();
    // A browser may restore the box without an event.
    return listen([
      [form, 'change', follow],
      [window, 'pageshow', follow],
    ]);
  }, []);

  const shown = isOther ? toggled.total : total;
  useEffect(() => {
    if (!wasToggled || !summary.current) return;
    getElement('summary strong', summary.current).textContent = shown;
    getElement<HTMLElement>('.figures', summary.current).hidden = isOther;
  }, [shown, isOther, wasToggled]);

  return (
    <div ref={root}>
      <LiveRegion text={wasToggled ? `${texts.newTotal} ${shown}` : ''} className="new-total" />
      {isOther && summary.current && createPortal(<OrderFigures rows={toggled.rows} />, summary.current)}
    </div>
  );
}

export const mount = mountWith(CoParentTotal);
