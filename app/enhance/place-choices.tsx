import { useEffect, useRef, useState } from 'react';
import type { PlaceProps } from '~/components/enhanced/place-choices';
import { mountWith } from './mount';
import { followCountry } from './place/follow-country';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/** Loads the choices for the selected country or region without Update, and announces what changed or failed. */
function PlaceChoices(props: PlaceProps) {
  const root = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState({ text: '', isFault: false });
  useEffect(() => {
    const announce = (text: string, isFault = false) => setMessage({ text, isFault });
    return followCountry(getForm(root.current), props, announce);
  }, [props]);
  return (
    <div ref={root}>
      {/* Changes are visible in the lists themselves. */}
      <LiveRegion text={message.text} className={message.isFault ? 'hint' : 'visually-hidden'} />
    </div>
  );
}

export const mount = mountWith(PlaceChoices);
