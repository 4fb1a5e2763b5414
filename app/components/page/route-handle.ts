import type { ScriptGroup } from '~/components/enhanced/script-groups';
import type { ShownNotice } from './notice';
import type { Sheet } from '~/styles/stylesheet';

/** A route's `handle`. */
export interface RouteHandle {
  /** The page has the step's form. A loader that returns `hasForm: false` overrides it. */
  form?: boolean;
  hidesLogIn?: boolean;
  /** A GET request would count as a reload, so the language buttons post to the page itself. */
  isShownOnce?: boolean;
  /** The stylesheet, by default `screens` (app/styles/stylesheet.ts). */
  sheet?: Sheet;
  /**
   * Undecided visitors are asked about analytics below the page. Not set on a page with a step's form, because answering would lose its
   * input.
   */
  asksForAnalytics?: boolean;
}

/** Fields of a loader's data that the page around the route reads. */
export interface ScreenData {
  hasForm?: boolean;
  /** The enhancements for the page's `data-enhance` elements; without them it loads no script. */
  scripts?: ScriptGroup;
  hasErrors?: boolean;
  hasDialog?: boolean;
  notice?: ShownNotice;
}

export const FORM_ID = 'answers';

/** The button of the page's language. A fragment with this id gives it the focus. */
export const LANGUAGE_ID = 'language';
/** The element that shows the choice about analytics, or leads to it. */
export const STATISTICS_ID = 'statistics';

/** Conform's id without brackets, which a fragment may not contain. An error of a list item links to the list. */
export function controlIdOf(fieldId: string): string {
  return fieldId.replace(/\[\d+\]$/, '').replace(/\[(\d+)\]/g, '-$1');
}
