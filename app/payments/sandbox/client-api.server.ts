import express, { Router } from 'express';
import { z } from 'zod';
import { CURRENCIES } from '~/domain/money';
import type { Sandbox } from './sandbox.server';

/** The path of the client API in a backend with the sandbox. */
export const SANDBOX_CLIENT_API = '/sandbox';

const card = z.object({
  cardHolderName: z.string(),
  cardNumber: z.string(),
  cardExpiration: z.string(),
  cardCvv: z.string(),
});
const setUp = z.object({
  returnUrl: z.string(),
  cancelUrl: z.string(),
  amount: z.number(),
  currency: z.enum(CURRENCIES),
});
const start = z.object({ clientToken: z.string(), setUp });
const agreementToken = z.string();
const finish = z.object({ clientToken: z.string(), agreementToken });
const answer = z.enum(['approve', 'approveAndDecline', 'cancel']);

export const SANDBOX_CALLS = {
  tokeniseCard: z.object({ clientToken: z.string(), card }),
  startPayPal: start,
  finishPayPal: finish,
  startVenmo: start,
  finishVenmo: finish,
  findAgreement: z.object({ agreementToken }),
  answerAgreement: z.object({ agreementToken, answer }),
};
type SandboxCalls = typeof SANDBOX_CALLS;
export type SandboxCall = keyof SandboxCalls;

/**
 * The sandbox's version of Braintree's client API: another process turns cards and approvals into nonces with only a client token. `POST`
 * the arguments to a call's name; the response is JSON, or 400 with the reason.
 */
export function sandboxClientApi(sandbox: Sandbox): Router {
  const calls: { [Name in SandboxCall]: (taken: z.infer<SandboxCalls[Name]>) => Promise<unknown> } = {
    tokeniseCard: (taken) => sandbox.tokeniseCard(taken.clientToken, taken.card),
    startPayPal: (taken) => sandbox.startPayPal(taken.clientToken, taken.setUp),
    finishPayPal: (taken) => sandbox.finishPayPal(taken.clientToken, taken),
    startVenmo: (taken) => sandbox.startVenmo(taken.clientToken, taken.setUp),
    finishVenmo: (taken) => sandbox.finishVenmo(taken.clientToken, taken),
    findAgreement: (taken) => sandbox.approvalPage.find(taken.agreementToken),
    answerAgreement: (taken) => sandbox.approvalPage.answer(taken.agreementToken, taken.answer),
  };
  const router = Router();
  router.use(express.json({ limit: '20kb' }));
  for (const [name, shape] of Object.entries(SANDBOX_CALLS)) {
    const call = calls[name as SandboxCall] as (taken: unknown) => Promise<unknown>;
    router.post(`/${name}`, (req, res) => {
      // Validates inside the promise, so that an invalid body gets the same response as an error of the sandbox.
      Promise.resolve(req.body)
        .then((body) => call(shape.parse(body)))
        .then(
          (given) => res.json({ given }),
          (error: Error) =>
            res.status(400).json({ message: error instanceof z.ZodError ? 'malformed' : error.message }),
        );
    });
  }
  return router;
}
