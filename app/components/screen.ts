import type { TextKey } from '~/i18n/translator';

/** What a route tells the page around it, as its `handle`. */
export interface Screen {
  /** The key of the page's title. */
  title: TextKey;
  /** The page has the step's form, with the id `answers`. A loader that answers with `hasForm: false` takes it back. */
  form?: boolean;
  hidesLogIn?: boolean;
}

/** The id of a page's one form. */
export const FORM_ID = 'answers';
