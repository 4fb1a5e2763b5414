import type { PlaceProps } from '~/components/enhanced/place-choices';
import { postalCodeLabel } from '~/components/enhanced/postal-code-label';
import type { ListItem } from '~/domain/list-item';
import { listen, reportIfLate } from '../shared/listen';
import { findControls, type Changed } from './controls';

/** Other parts of a form that depend on the country. */
export interface AlsoDecided {
  clear(country: string): void;
  /** @returns a function that shows the result */
  ask(country: string): Promise<() => void>;
}

/**
 * Updates a form's lists when its country or region changes. After a failure, Update reappears and the input is kept.
 *
 * @param announce shows a message: a change, a delay or a failure; an empty text clears it
 * @returns a function that stops following
 */
export function followCountry(
  form: HTMLFormElement,
  {
    lookups,
    hasFailed = false,
    form: formName,
    zonesByRegion,
    regionResetsTimezone,
    withoutPostalCode,
    texts,
  }: PlaceProps,
  announce: (message: string, isFault?: boolean) => void,
  also: AlsoDecided = { clear: () => undefined, ask: () => Promise.resolve(() => undefined) },
): () => void {
  const controls = findControls(form, texts);
  const { country, region, shownCountry } = controls;
  /** Only the response to the latest request counts. */
  let latestRequest = 0;
  // A browser that comes back refills the hidden field, but not the lists.
  let handledCountry = (shownCountry.value = servedValue(country));

  async function onCountry() {
    const chosen = country.value;
    handledCountry = chosen;
    controls.clear();
    also.clear(chosen);
    await load('country', async () => {
      const query = { country: chosen, form: formName };
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
    // A region of the previous country must not replace the request for the new lists.
    if (handledCountry !== shownCountry.value) return;
    controls.markBusy('country', false);
    const followsRegion = zonesByRegion.includes(country.value);
    const isEmptied = regionResetsTimezone && controls.clearTimezone(followsRegion);
    if (followsRegion) await loadTimezones();
    else if (isEmptied) announce(controls.describeChange('region'));
  }

  async function loadTimezones() {
    const query = { country: country.value, region: region.value, form: formName };
    if (!zonesByRegion.includes(query.country)) return;
    await load('region', async () => {
      const timezones = await fetchList(lookups, 'timezones', query);
      return () => controls.showTimezones(timezones);
    });
  }

  async function load(changed: Changed, ask: () => Promise<() => void>) {
    latestRequest += 1;
    const request = latestRequest;
    controls.markBusy(changed, true);
    announce('');
    try {
      const show = await reportIfLate(ask(), () => {
        if (request !== latestRequest) return;
        controls.showLoading(changed);
        announce(texts.loading);
      });
      if (request !== latestRequest) return;
      controls.markBusy(changed, false);
      show();
      announce(controls.describeChange(changed));
      controls.offerUpdate(hasFailed);
    } catch {
      if (request !== latestRequest) return;
      controls.markBusy(changed, false);
      controls.offerUpdate(true);
      announce(texts.failed, true);
    }
  }

  /** Handles a choice made without an event, because the browser restored it or the script had not loaded yet. */
  function catchUp() {
    if (country.value !== handledCountry) void onCountry();
    else if (latestRequest === 0 && region.value !== '' && !region.selectedOptions[0]?.defaultSelected)
      void loadTimezones();
  }

  const stopListening = listen([
    [country, 'change', () => void onCountry()],
    [region, 'change', () => void onRegion()],
    [window, 'pageshow', catchUp],
    [form, 'focusin', catchUp],
  ]);
  controls.offerUpdate(hasFailed);
  catchUp();
  return stopListening;
}

/** @throws Error if the list cannot be fetched */
export async function fetchList(
  base: string,
  list: 'regions' | 'timezones' | 'roles',
  query: Record<string, string>,
): Promise<ListItem[]> {
  const answer = await fetch(`${base}/${list}?${new URLSearchParams(query).toString()}`);
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
  return (await answer.json()) as ListItem[];
}

/** The value that the server selected, which a browser may have replaced since. */
function servedValue({ options }: HTMLSelectElement): string {
  return ([...options].find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}
