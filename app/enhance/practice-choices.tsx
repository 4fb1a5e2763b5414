import type { PracticeChoicesProps } from '~/components/enhanced/practice-choices';
import { fetchList } from './place/fetch-list';
import { mountPlaces } from './place/mount-places';
import { findPracticeControls } from './practice/controls';

/** Like `place-choices`, with the country's roles and support phone. */
export const mount = mountPlaces<PracticeChoicesProps>((form, { lookups, phones, otherPhone }) => {
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
});
