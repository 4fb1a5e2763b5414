/** A step of any journey, as it is counted. */
export interface StepReference {
  journey: string;
  name: string;
}

/**
 * The step that this request posts a form to, as its guard tells it. What comes after the route reads it: the answer is counted for the
 * step, and what was typed becomes a draft where the page breaks, since the page that says so holds no form.
 */
export class PostedStep {
  #saveDraft: () => void = () => undefined;
  #accepted: StepReference | undefined;

  /** @param saveDraft keeps what was typed until the person comes back to the step */
  onBroken(saveDraft: () => void): void {
    this.#saveDraft = saveDraft;
  }

  /** The step was open, and nobody pressed Back. */
  accept(step: StepReference): void {
    this.#accepted = step;
  }

  get accepted(): StepReference | undefined {
    return this.#accepted;
  }

  /** Keeps what was posted as a draft, whatever became of it. */
  saveDraft(): void {
    this.#saveDraft();
  }
}
