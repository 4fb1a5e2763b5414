import type { ScriptGroup } from '~/components/enhanced/script-groups';
import type { TextKey } from '~/i18n/translator';

/** A route's `handle`. */
export interface RouteHandle {
  /** A text key. Titles stay in the history, so they must not reveal what the site is for (docs/rules.md, "Titles and autofill"). */
  title: TextKey;
  /** The page has the step's form. A loader that returns `hasForm: false` overrides it. */
  form?: boolean;
  hidesLogIn?: boolean;
  /** A GET is a reload, so the language buttons post to the page itself. */
  isShownOnce?: boolean;
  /** Its lists of countries, regions and zones leave no room for the styles of other screens (app/styles/screens.css). */
  isLongForm?: boolean;
  /** Whoever did not answer yet is asked about analytics below the page. No page with a step's form: what was typed would be lost. */
  asksForAnalytics?: boolean;
}

/** Fields of a loader's data that the page around the route reads. */
export interface ScreenData {
  hasForm?: boolean;
  /** The enhancements that the page has elements with `data-enhance` for; without them it carries no script. */
  scripts?: ScriptGroup;
  hasErrors?: boolean;
  hasDialog?: boolean;
}

export const FORM_ID = 'answers';

/** The button of the page's language. A fragment with this id gives it the focus. */
export const LANGUAGE_ID = 'language';
/** Where the answer about analytics is told, or is to be found. */
export const STATISTICS_ID = 'statistics';

/** Conform's id without brackets, which a fragment may not contain. An error of a list item links to the list. */
export function controlIdOf(fieldId: string): string {
  return fieldId.replace(/\[\d+\]$/, '').replace(/\[(\d+)\]/g, '-$1');
}
