import { useEffect, useRef, useState } from 'react';
import type { PracticeChoicesProps } from '~/components/enhanced/practice-choices';
import { mountWith } from './mount';
import { followCountry, type AlsoDecided } from './place/follow-country';
import { fetchList } from './place/fetch-list';
import { findPracticeControls } from './practice/controls';
import { LiveRegion } from './shared/live-region';
import { getForm } from './shared/find';

/** Like `PlaceChoices`, with the country's roles and support phone. */
function PracticeChoices(props: PracticeChoicesProps) {
  const root = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState({ text: '', isFault: false });
  useEffect(() => {
    const form = getForm(root.current);
    const announce = (text: string, isFault = false) => setMessage({ text, isFault });
    return followCountry(form, props, announce, rolesAndPhone(form, props));
  }, [props]);
  return (
    <div ref={root}>
      {/* Changes are visible in the lists themselves. */}
      <LiveRegion text={message.text} className={message.isFault ? 'hint' : 'visually-hidden'} />
    </div>
  );
}

function rolesAndPhone(form: HTMLFormElement, { lookups, phones, otherPhone }: PracticeChoicesProps): AlsoDecided {
  const controls = findPracticeControls(form);
  return {
    clear(country) {
      controls.clearRoles();
      controls.showPhone(phones[country] ?? otherPhone);
    },
    async ask(country) {
      const roles = await fetchList(lookups, 'roles', { country });
      return () => controls.showRoles(roles);
    },
  };
}

export const mount = mountWith(PracticeChoices);
