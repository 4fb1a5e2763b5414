import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';
import { refused, type Case } from '../case';
import { need } from '../known';
import { creating } from './registrations';

/** By what a backend knows its front end. */
export const FRONT_END: readonly Case[] = [
  refused('registrations.create', {
    name: "without the front end's token",
    rule: '401 without the token, before anything is read',
    sees: 'nothing: somebody who passes the front end by',
    otherwise: 'nothing: but anybody can call the backend as the front end does, without its limits',
    as: ['gone'],
    ask(known) {
      need(known.backend.frontEndToken, '--front-end-token');
      const { headers, body } = creating(known);
      return { headers: { ...headers, [FRONT_END_TOKEN_HEADER]: undefined }, body };
    },
  }),
];
