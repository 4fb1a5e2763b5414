export interface StepReference {
  journey: string;
  name: string;
}

/** The step that this request posts to, registered by its guard. The error page has no form, so a failed post is saved as a draft. */
export interface PostedStep {
  setDraftSaver(saveDraft: () => void, replaceDraft: () => void): void;
  /** The step is open, and Back was not pressed. */
  accept(step: StepReference): void;
  findAccepted(): StepReference | undefined;
  saveDraft(): void;
  /** Saves the form only over an earlier draft, which would otherwise return in its place. */
  replaceDraft(): void;
  /** The input cannot be saved, so the page shows it to the visitor again. */
  leaveUnsaved(): void;
  isLeftUnsaved(): boolean;
  /** The form as the step parsed it. */
  setForm(form: FormData): void;
  findForm(): FormData | undefined;
}

export function createPostedStep(): PostedStep {
  let saveDraft: () => void = () => undefined;
  let replaceDraft = saveDraft;
  let accepted: StepReference | undefined;
  let form: FormData | undefined;
  let isLeftUnsaved = false;
  return {
    setDraftSaver: (saver, replacer) => void ([saveDraft, replaceDraft] = [saver, replacer]),
    accept: (step) => void (accepted = step),
    findAccepted: () => accepted,
    saveDraft: () => saveDraft(),
    replaceDraft: () => replaceDraft(),
    leaveUnsaved: () => void (isLeftUnsaved = true),
    isLeftUnsaved: () => isLeftUnsaved,
    setForm: (typed) => void (form = typed),
    findForm: () => form,
  };
}
