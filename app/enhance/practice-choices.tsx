import type { PracticeChoicesProps } from '~/components/enhanced/practice-choices';
import { fetchList } from './place/follow-country';
import { mountPlaces } from './place/mount-places';
import { getElement } from './shared/find';
import type { ListItem } from '~/domain/list-item';
import { phoneLink } from '~/domain/phone-link';

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

/** The other controls of the practice form that depend on the country: the roles and the support phone. */
function findPracticeControls(form: HTMLFormElement) {
  const roles = getElement('fieldset.roles', form);
  return {
    clearRoles() {
      for (const box of roles.querySelectorAll('input')) box.checked = false;
    },

    /** Keeps the roles that were ticked while the lists were loading. */
    showRoles(offered: ListItem[]) {
      const ticked = new FormData(form).getAll('roles');
      const id = roles.querySelector('input')?.id ?? 'answers-roles';
      // clear-errors.tsx then removes the error, also from the summary.
      const isInvalid = document.getElementById(`${id}-error`) !== null;
      const left = roles.contains(document.activeElement) && (document.activeElement as HTMLInputElement).value;
      for (const row of roles.querySelectorAll('.choice-row')) row.remove();
      roles.append(
        ...offered.map((role, index) =>
          roleRow(index === 0 ? id : `${id}-${role.value}`, role, ticked.includes(role.value)),
        ),
      );
      if (left !== false) {
        const boxes = [...roles.querySelectorAll('input')];
        (boxes.find(({ value }) => value === left) ?? boxes[0])?.focus();
      }
      if (isInvalid) for (const box of roles.querySelectorAll('input')) box.setAttribute('aria-invalid', 'true');
    },

    showPhone(phone: string) {
      const link = getElement<HTMLAnchorElement>('#practice-support a[href^="tel:"]', form);
      link.href = phoneLink(phone);
      link.textContent = phone;
    },
  };
}

function roleRow(id: string, { value, name }: ListItem, checked: boolean): HTMLElement {
  const row = document.createElement('div');
  row.className = 'choice-row';
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id, name: 'roles', value, checked });
  const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: name });
  row.append(box, label);
  return row;
}
