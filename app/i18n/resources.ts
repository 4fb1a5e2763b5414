import backendEnGb from '../../locales/en-GB/backend.json';
import checkoutEnGb from '../../locales/en-GB/checkout.json';
import commonEnGb from '../../locales/en-GB/common.json';
import errorsEnGb from '../../locales/en-GB/errors.json';
import parentEnGb from '../../locales/en-GB/parent.json';
import professionalEnGb from '../../locales/en-GB/professional.json';
import backendEn from '../../locales/en/backend.json';
import checkoutEn from '../../locales/en/checkout.json';
import commonEn from '../../locales/en/common.json';
import demoEn from '../../locales/en/demo.json';
import errorsEn from '../../locales/en/errors.json';
import inviteEn from '../../locales/en/invite.json';
import parentEn from '../../locales/en/parent.json';
import professionalEn from '../../locales/en/professional.json';
import backendEs from '../../locales/es/backend.json';
import checkoutEs from '../../locales/es/checkout.json';
import commonEs from '../../locales/es/common.json';
import demoEs from '../../locales/es/demo.json';
import errorsEs from '../../locales/es/errors.json';
import inviteEs from '../../locales/es/invite.json';
import parentEs from '../../locales/es/parent.json';
import professionalEs from '../../locales/es/professional.json';
import type { LANGUAGES } from '~/domain/languages';
import type { CatalogueFaults, None } from './keys';
import type { Language } from './languages';

/** The catalogues, one file for each namespace. A key is written `namespace:path.to.text`. */
export const en = {
  backend: backendEn,
  checkout: checkoutEn,
  common: commonEn,
  demo: demoEn,
  errors: errorsEn,
  invite: inviteEn,
  parent: parentEn,
  professional: professionalEn,
};

const es = {
  backend: backendEs,
  checkout: checkoutEs,
  common: commonEs,
  demo: demoEs,
  errors: errorsEs,
  invite: inviteEs,
  parent: parentEs,
  professional: professionalEs,
};

/** Only the texts that differ from `en`. */
const enGb = {
  backend: backendEnGb,
  checkout: checkoutEnGb,
  common: commonEnGb,
  errors: errorsEnGb,
  parent: parentEnGb,
  professional: professionalEnGb,
};

/** English defines the texts that every other language needs. */
export type Catalogue = typeof en;

export const RESOURCES = { en, es, 'en-GB': enGb } satisfies Record<Language, object>;

type Facts = typeof LANGUAGES;
type Resources = typeof RESOURCES;

/** A missing or unused text is a type error here, which names the language and the path. */
type _CheckedCatalogues = None<CatalogueFaults<Facts, Catalogue, Resources>[Language]>;
