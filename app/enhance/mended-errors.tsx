import { FORM_ID } from '~/components/page/route-handle';
import type { Mount } from './mount';
import { clearGroupMessage, findMessage, showMessage } from './shared/field-message';
import { getElement } from './shared/find';
import { listen } from './shared/listen';

/**
 * Takes the server's error at a field away once the field is right, as far as a browser can know: what was missing is there, or a list has a
 * choice. All else stays until the form is sent again, and so does the summary above it.
 */
export const mount: Mount = () => {
  const form = getElement<HTMLFormElement>(`#${FORM_ID}`);
  const mend = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const group = target.closest('fieldset');
    if (target.type === 'checkbox' || target.type === 'radio') {
      if (!target.checked) return;
      if (group?.classList.contains('choices')) return clearGroupMessage(group);
    }
    const message = findMessage(target);
    const canBeJudged = target instanceof HTMLSelectElement || message?.dataset.missing !== undefined;
    if (message && canBeJudged && target.value.trim() !== '') showMessage(target, undefined);
  };
  listen([
    [form, 'input', mend],
    [form, 'change', mend],
  ]);
};
