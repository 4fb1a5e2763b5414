import type { PlaceProps } from '~/components/enhanced/place-choices';
import { placeMessage } from '~/components/enhanced/place-message';
import type { PostalCodeLabel } from '~/components/enhanced/postal-code-label';
import type { ListItem } from '~/domain/list-item';
import { describe } from '../shared/describe';
import { showMessage } from '../shared/field-message';
import { getElement } from '../shared/find';

/** The changed choice, which the following lists depend on. */
export type Changed = 'country' | 'region';

/** The plain controls of a place (country, region, postal code, time zone) and the changes made to them. */
export function findControls(form: HTMLFormElement, texts: PlaceProps['texts']) {
  const named = <Control extends HTMLElement>(name: string) => getElement<Control>(`[name="${name}"]`, form);
  const country = named<HTMLSelectElement>('country');
  const region = named<HTMLSelectElement>('region');
  const timezone = named<HTMLSelectElement>('timezone');
  const shownCountry = named<HTMLInputElement>('shownCountry');
  const labelOf = (control: HTMLElement) => getElement(`label[for="${control.id}"]`, form);
  const empty = { value: '', name: texts.choose };
  const followersOf = (changed: Changed) => (changed === 'country' ? [region, timezone] : [timezone]);

  return {
    country,
    region,
    shownCountry,

    /** Resets the choices of the previous country (docs/rules.md, "Country, region and time zone"). */
    clear() {
      forgetShownZone(form);
      region.value = '';
      offer(timezone, [empty]);
    },

    /**
     * @param followsRegion whether the time zones depend on the region, so that even a sole time zone is cleared
     * @returns whether a time zone was chosen
     */
    clearTimezone(followsRegion: boolean): boolean {
      forgetShownZone(form);
      const zones = [...timezone.options].filter(({ value }) => value !== '');
      const hadChoice = zones.length > 1 && timezone.value !== '';
      if (hadChoice || followsRegion)
        offer(timezone, [empty, ...zones.map(({ value, text }) => ({ value, name: text }))]);
      return hadChoice;
    },

    /** An error was about a region of the previous country. */
    showRegions(regions: ListItem[], chosen: string) {
      offer(region, [empty, ...regions]);
      region.closest<HTMLElement>('.region')?.toggleAttribute('hidden', regions.length === 0);
      labelOf(region).textContent = chosen === 'US' ? texts.state : texts.province;
      showMessage(region, undefined);
    },

    /** An error was about a code of the previous country. */
    showPostalCode(label: PostalCodeLabel) {
      const postalCode = named<HTMLInputElement>('postalCode');
      labelOf(postalCode).textContent = texts[label];
      postalCode.required = label !== 'postalCodeOptional';
      showMessage(postalCode, undefined);
    },

    /** Like the server's page: selects and locks a country's only time zone, and selects a region's only time zone. */
    showTimezones(timezones: ListItem[]) {
      const isSole = timezones.length === 1;
      const before = timezone.value;
      offer(timezone, isSole ? timezones : [empty, ...timezones]);
      const chosen = timezones.find(({ value }) => value === before) ?? timezones.find(({ isChosen }) => isChosen);
      if (chosen) timezone.value = chosen.value;
      if (timezone.value !== '') showMessage(timezone, undefined);
      hint(timezone, isSole ? texts.oneTimezone : null);
    },

    /** While the lists after the choice are loading. */
    markBusy(changed: Changed, isBusy: boolean) {
      for (const list of followersOf(changed)) {
        if (isBusy) list.setAttribute('aria-busy', 'true');
        else list.removeAttribute('aria-busy');
        if (!isBusy) showEmptyChoice(list, texts.choose);
      }
    },

    /** Shows the message in the lists themselves, so that the layout does not shift. */
    showLoading(changed: Changed) {
      for (const list of followersOf(changed)) showEmptyChoice(list, texts.loading);
    },

    /** Describes the effects of choosing a country or a region. */
    describeChange(changed: Changed): string {
      const [sole, ...others] = timezone.options;
      const chosen = changed === 'region' && region.value !== '' ? region : country;
      const roles = form.querySelector('.roles');
      return placeMessage({
        texts: texts.message,
        place: chosen.selectedOptions[0]?.text ?? '',
        toChoose: [
          ...[region, timezone].filter((list) => list.value === '' && !list.closest('[hidden]')).map(nameOf),
          ...(roles && !roles.querySelector(':checked') ? [roles.querySelector('legend')?.textContent ?? ''] : []),
        ],
        soleTimezone: sole?.value && others.length === 0 ? { label: nameOf(timezone), name: sole.text } : undefined,
      });

      function nameOf(list: HTMLElement): string {
        return labelOf(list).textContent ?? '';
      }
    },

    /** Update is needed only after a failed look-up. */
    offerUpdate(isOffered: boolean) {
      for (const button of form.querySelectorAll<HTMLElement>('button[value="update"]')) button.hidden = !isOffered;
    },
  };
}

function offer(select: HTMLSelectElement, items: ListItem[]): void {
  select.replaceChildren(...items.map(({ value, name }) => new Option(name, value)));
}

/** Marks the time zone as chosen by the visitor, or for the current region. */
function forgetShownZone(form: HTMLFormElement): void {
  form.querySelector('[name="shownZone"]')?.remove();
}

function showEmptyChoice(list: HTMLSelectElement, text: string): void {
  const [first] = list.options;
  if (first?.value === '') first.text = text;
}

function hint(control: HTMLElement, text: string | null): void {
  const id = `${control.id}-hint`;
  document.getElementById(id)?.remove();
  describe(control, id, text !== null);
  if (text !== null)
    control.before(Object.assign(document.createElement('p'), { id, className: 'hint', textContent: text }));
}
