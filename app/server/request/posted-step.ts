export interface StepReference {
  journey: string;
  name: string;
}

/** The step this request posts to, registered by its guard. The error page holds no form, so a failed post is saved as a draft. */
export class PostedStep {
  #saveDraft: () => void = () => undefined;
  #accepted: StepReference | undefined;

  setDraftSaver(saveDraft: () => void): void {
    this.#saveDraft = saveDraft;
  }

  /** The step is open, and Back was not pressed. */
  accept(step: StepReference): void {
    this.#accepted = step;
  }

  get accepted(): StepReference | undefined {
    return this.#accepted;
  }

  saveDraft(): void {
    this.#saveDraft();
  }
}
