import type { PlaceProps } from '~/components/enhanced/place-choices';
import { postalCodeLabel } from '~/components/enhanced/postal-code-label';
import { listen, reportIfLate } from '../shared/listen';
import { findControls, type Changed } from './controls';
import { fetchList } from './fetch-list';

/** Other parts of a form that depend on the country. */
export interface AlsoDecided {
  clear(country: string): void;
  /** @returns a function that shows the result */
  ask(country: string): Promise<() => void>;
}

/**
 * Follows country and region of a form. On any failure the plain form still works: Update reappears, and the input stays.
 *
 * @param announce shows a message: a change, a delay or a failure; an empty text clears it
 * @returns a function that stops following
 */
export function followCountry(
  form: HTMLFormElement,
  { lookups, form: whose, zonesByRegion, regionResetsTimezone, withoutPostalCode, texts }: PlaceProps,
  announce: (message: string, isFault?: boolean) => void,
  also: AlsoDecided = { clear: () => undefined, ask: () => Promise.resolve(() => undefined) },
): () => void {
  const controls = findControls(form, texts);
  const { country, region, shownCountry } = controls;
  /** Only the response to the latest request counts. */
  let asked = 0;
  let followed = shownCountry.value;

  async function onCountry() {
    const chosen = country.value;
    followed = chosen;
    controls.clear();
    also.clear(chosen);
    await bring('country', async () => {
      const query = { country: chosen, form: whose };
      const [regions, timezones, showAlso] = await Promise.all([
        fetchList(lookups, 'regions', query),
        fetchList(lookups, 'timezones', query),
        also.ask(chosen),
      ]);
      return () => {
        controls.showRegions(regions, chosen);
        controls.showPostalCode(postalCodeLabel(chosen, !withoutPostalCode.includes(chosen)));
        showAlso();
        shownCountry.value = chosen;
        controls.showTimezones(timezones);
      };
    });
  }

  async function onRegion() {
    const followsRegion = zonesByRegion.includes(country.value);
    const isEmptied = regionResetsTimezone && controls.clearTimezone(followsRegion);
    if (followsRegion) await bringTimezones();
    else if (isEmptied) announce(controls.describeChange('region'));
  }

  async function bringTimezones() {
    const query = { country: country.value, region: region.value, form: whose };
    if (!zonesByRegion.includes(query.country)) return;
    await bring('region', async () => {
      const timezones = await fetchList(lookups, 'timezones', query);
      return () => controls.showTimezones(timezones);
    });
  }

  async function bring(changed: Changed, ask: () => Promise<() => void>) {
    asked += 1;
    const turn = asked;
    controls.markBusy(changed, true);
    announce('');
    try {
      const show = await reportIfLate(ask(), () => turn === asked && announceDelay(changed));
      if (turn !== asked) return;
      controls.markBusy(changed, false);
      show();
      announce(controls.describeChange(changed));
      controls.offerUpdate(false);
    } catch {
      if (turn !== asked) return;
      controls.markBusy(changed, false);
      controls.offerUpdate(true);
      announce(texts.failed, true);
    }
  }

  function announceDelay(changed: Changed) {
    controls.showLoading(changed);
    announce(texts.loading);
  }

  /** Handles a choice made without an event: restored by the browser, or made before the script loaded. */
  function catchUp() {
    if (country.value !== followed) void onCountry();
    else if (asked === 0 && region.value !== '' && !region.selectedOptions[0]?.defaultSelected) void bringTimezones();
  }

  const stopListening = listen([
    [country, 'change', () => void onCountry()],
    [region, 'change', () => void onRegion()],
    [window, 'pageshow', catchUp],
    [form, 'focusin', catchUp],
  ]);
  controls.offerUpdate(false);
  catchUp();
  return stopListening;
}
