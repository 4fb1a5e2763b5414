import type { PostalCodeLabel } from '~/components/postal-code-label';
import type { PracticeChoicesProps } from '~/components/practice-choices';
import type { ListItem } from '~/domain/list-item';

/** The plain controls of the practice form, and what can be done to them. */
export function findControls(form: HTMLFormElement, texts: PracticeChoicesProps['texts']) {
  const named = <Control extends HTMLElement>(name: string) => form.querySelector<Control>(`[name="${name}"]`)!;
  const country = named<HTMLSelectElement>('country');
  const region = named<HTMLSelectElement>('region');
  const timezone = named<HTMLSelectElement>('timezone');
  const shownCountry = named<HTMLInputElement>('shownCountry');
  const roles = form.querySelector<HTMLElement>('fieldset.roles')!;
  const labelOf = (control: HTMLElement) => form.querySelector(`label[for="${control.id}"]`)!;
  const empty = { value: '', name: texts.choose };

  return {
    country,
    region,
    shownCountry,

    /** Another country: what was chosen for the last one does not hold any more (spec, section 4). */
    clear() {
      region.value = '';
      offer(timezone, [empty]);
      for (const box of roles.querySelectorAll('input')) box.checked = false;
    },

    showRegions(regions: ListItem[], chosen: string) {
      offer(region, [empty, ...regions]);
      region.closest<HTMLElement>('.with-update')!.hidden = regions.length === 0;
      labelOf(region).textContent = chosen === 'US' ? texts.state : texts.province;
    },

    showPostalCode(label: PostalCodeLabel) {
      const postalCode = named<HTMLInputElement>('postalCode');
      labelOf(postalCode).textContent = texts[label];
      postalCode.required = label !== 'postalCodeOptional';
    },

    /** A sole one is chosen and locked, as on the server's page. */
    showTimezones(timezones: ListItem[]) {
      const isSole = timezones.length === 1;
      const before = timezone.value;
      offer(timezone, isSole ? timezones : [empty, ...timezones]);
      if (timezones.some(({ value }) => value === before)) timezone.value = before;
      hint(timezone, isSole ? texts.oneTimezone : null);
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
      const link = form.querySelector<HTMLAnchorElement>('#practice-support a[href^="tel:"]')!;
      link.href = `tel:${phone.replace(/[^+\d]/g, '')}`;
      link.textContent = phone;
    },

    /** Update is of use only where a look-up failed. */
    offerUpdate(isOffered: boolean) {
      for (const button of form.querySelectorAll<HTMLElement>('button[value="update"]')) button.hidden = !isOffered;
    },
  };
}

function offer(select: HTMLSelectElement, items: ListItem[]): void {
  select.replaceChildren(...items.map(({ value, name }) => new Option(name, value)));
}

function roleRow(id: string, value: string, name: string): HTMLElement {
  const row = document.createElement('div');
  row.className = 'choice-row';
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id, name: 'roles', value });
  const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: name });
  row.append(box, label);
  return row;
}

/** Puts a hint above a control, or takes away the one that is there. */
function hint(control: HTMLElement, text: string | null): void {
  const id = `${control.id}-hint`;
  document.getElementById(id)?.remove();
  const described = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((each) => each !== '' && each !== id);
  if (text !== null) {
    described.push(id);
    control.before(Object.assign(document.createElement('p'), { id, className: 'hint', textContent: text }));
  }
  control.setAttribute('aria-describedby', described.join(' '));
}
