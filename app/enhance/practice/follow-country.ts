import { postalCodeLabel } from '~/components/postal-code-label';
import type { PracticeChoicesProps } from '~/components/practice-choices';
import { findControls } from './controls';
import { lookUp } from './look-up';

/**
 * Follows country and region of the practice form. Whatever fails, the plain form is still there: Update comes back, and what was typed
 * stays.
 *
 * @param say tells the person that a look-up failed; empty when all is well again
 * @returns what ends it
 */
export function followCountry(
  form: HTMLFormElement,
  { lookups, zonesByRegion, withoutPostalCode, phones, otherPhone, texts }: PracticeChoicesProps,
  say: (message: string) => void,
): () => void {
  const controls = findControls(form, texts);
  const { country, region, shownCountry } = controls;
  /** Only the answer to the latest question counts. */
  let asked = 0;

  async function onCountry() {
    const chosen = country.value;
    controls.clear();
    controls.showPhone(phones[chosen] ?? otherPhone);
    await bring(async () => {
      const [regions, timezones, roles] = await Promise.all([
        lookUp(lookups, 'regions', { country: chosen }),
        lookUp(lookups, 'timezones', { country: chosen }),
        lookUp(lookups, 'roles', { country: chosen }),
      ]);
      return () => {
        controls.showRegions(regions, chosen);
        controls.showPostalCode(postalCodeLabel(chosen, !withoutPostalCode.includes(chosen)));
        controls.showRoles(roles);
        shownCountry.value = chosen;
        controls.showTimezones(timezones);
      };
    });
  }

  async function onRegion() {
    const query = { country: country.value, region: region.value };
    if (!zonesByRegion.includes(query.country)) return;
    await bring(async () => {
      const timezones = await lookUp(lookups, 'timezones', query);
      return () => controls.showTimezones(timezones);
    });
  }

  async function bring(ask: () => Promise<() => void>) {
    asked += 1;
    const turn = asked;
    try {
      const show = await ask();
      if (turn !== asked) return;
      show();
      say('');
      controls.offerUpdate(false);
    } catch {
      if (turn !== asked) return;
      controls.offerUpdate(true);
      say(texts.failed);
    }
  }

  /** The browser put an earlier choice back into a page that was made for another. */
  function onShow() {
    if (country.value !== shownCountry.value) void onCountry();
  }

  const listeners = [
    [country, 'change', () => void onCountry()],
    [region, 'change', () => void onRegion()],
    [window, 'pageshow', onShow],
  ] as const;
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  controls.offerUpdate(false);
  onShow();
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}
