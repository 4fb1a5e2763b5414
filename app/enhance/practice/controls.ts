import type { ListItem } from '~/domain/list-item';
import { getElement } from '../shared/find';

/** The other controls of the practice form that depend on the country: the roles and the support phone. */
export function findPracticeControls(form: HTMLFormElement) {
  const roles = getElement('fieldset.roles', form);
  return {
    clearRoles() {
      for (const box of roles.querySelectorAll('input')) box.checked = false;
    },

    showRoles(offered: ListItem[]) {
      const [first] = roles.querySelectorAll('input');
      const id = first?.id ?? 'answers-roles';
      for (const row of roles.querySelectorAll('.choice-row')) row.remove();
      roles.append(
        ...offered.map(({ value, name }, index) => roleRow(index === 0 ? id : `${id}-${value}`, value, name)),
      );
    },

    showPhone(phone: string) {
      const link = getElement<HTMLAnchorElement>('#practice-support a[href^="tel:"]', form);
      link.href = `tel:${phone.replace(/[^+\d]/g, '')}`;
      link.textContent = phone;
    },
  };
}

function roleRow(id: string, value: string, name: string): HTMLElement {
  const row = document.createElement('div');
  row.className = 'choice-row';
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id, name: 'roles', value });
  const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: name });
  row.append(box, label);
  return row;
}
