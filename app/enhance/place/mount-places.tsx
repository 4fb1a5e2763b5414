import { useEffect, useRef, useState } from 'react';
import type { PlaceProps } from '~/components/enhanced/place-choices';
import { mountWith, type Mount } from '../mount';
import { getForm } from '../shared/find';
import { LiveRegion } from '../shared/live-region';
import { followCountry, type AlsoDecided } from './follow-country';

/**
 * Mounts the script of a form with a country. It loads the choices for the selected country or region without Update, and announces what
 * changed or failed.
 *
 * @param also returns the other parts of the form that depend on the country
 */
export function mountPlaces<Props extends PlaceProps>(
  also?: (form: HTMLFormElement, props: Props) => AlsoDecided,
): Mount {
  return mountWith(function Places(props: Props) {
    const root = useRef<HTMLDivElement>(null);
    const [message, setMessage] = useState({ text: '', isFault: false });
    useEffect(() => {
      const form = getForm(root.current);
      const announce = (text: string, isFault = false) => setMessage({ text, isFault });
      return followCountry(form, props, announce, also?.(form, props));
    }, [props]);
    return (
      <div ref={root}>
        {/* Changes are visible in the lists themselves. */}
        <LiveRegion text={message.text} className={message.isFault ? 'hint' : 'visually-hidden'} />
      </div>
    );
  });
}
