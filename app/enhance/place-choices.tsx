import { useEffect, useRef, useState } from 'react';
import type { PlaceProps } from '~/components/enhanced/place-choices';
import { mountWith } from './mount';
import { followCountry } from './place/follow-country';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/** Loads the choices for the selected country or region without Update, and announces a failure. */
function PlaceChoices(props: PlaceProps) {
  const root = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => followCountry(getForm(root.current), props, setMessage), [props]);
  return (
    <div ref={root}>
      <LiveRegion text={message} />
    </div>
  );
}

export const mount = mountWith(PlaceChoices);
