import type { TextKey } from '~/i18n/translator';

/** What a route tells the page around it, as its `handle`. */
export interface RouteHandle {
  /** The key of the page's title. It stands in the history and on the tab of somebody who may be watched: nothing in it tells what the site is for. */
  title: TextKey;
  /** The page has the step's form, with the id `answers`. A loader that answers with `hasForm: false` takes it back. */
  form?: boolean;
  hidesLogIn?: boolean;
}

/** What a loader may tell the page around its route, among its data. */
export interface ScreenData {
  /** False takes back what `RouteHandle.form` says. */
  hasForm?: boolean;
  /** The page has an element with `data-enhance`, and so carries the script. No other page does. */
  hasEnhancement?: boolean;
  /** The page shows errors, so its title says so. */
  hasErrors?: boolean;
}

/** The id of a page's one form. */
export const FORM_ID = 'answers';

/**
 * The id of a field's control, from Conform's: without brackets, which a fragment may not hold, and which Lynx does not find where they are
 * encoded. The error of a list's item leads to the list.
 */
export function controlIdOf(fieldId: string): string {
  return fieldId.replace(/\[\d+\]$/, '').replace(/\[(\d+)\]/g, '-$1');
}
