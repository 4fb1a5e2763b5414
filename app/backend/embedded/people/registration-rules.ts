import type { ValidationErrors } from '~/backend/schemas/answers';
import type { Translate } from '~/i18n/translator';

/** The fault whose field name ends in `.duplicate`, by which the front end recognises a duplicate account. */
export function duplicateFault(t: Translate, who: 'parent' | 'coParent', isDuplicate: boolean): ValidationErrors {
  return isDuplicate ? [{ field: `${who}.duplicate`, text: t(`backend:duplicate.${who}`) }] : [];
}
