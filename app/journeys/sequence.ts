/** An address below the base path, such as `/step1`. */
export type Path = `/${string}`;

/** A guard's redirect: one of our paths, or the main product's home page. */
export type RedirectTarget = { to: Path } | { home: true };

/** A state in which these slices are set. */
export type WithSlices<State, Slices extends keyof State> = State & {
  [Slice in Slices]-?: NonNullable<State[Slice]>;
};

/** A dot of the step indicator, as a page shows it. */
export interface ProgressStep {
  name: 'you' | 'family' | 'package' | 'payment' | 'contact' | 'practice' | 'security';
  /** Null while the step is locked. */
  path: Path | null;
  isDone: boolean;
  /** The steps of the dot that are views, in order. */
  views: readonly ProgressView[];
}

interface ProgressView {
  /** The step's name in the journey. */
  name: string;
  /** Null while it is locked. */
  path: Path | null;
}

/** A step of a journey. */
export interface Step<State, Name extends string = string> {
  name: Name;
  path: Path;
  /** The number of its dot in the step indicator; null outside of it. */
  dot: number | null;
  back: Name | null;
  isOpen(state: State): boolean;
  /** The step after Continue, with this step's answers in the state: a later step that they open, else the first unfinished one. */
  next(state: State): Path;
}

/** A whole journey. `Steps` maps each step's name to the state in which it is open. */
export interface Sequence<State, Steps extends object> {
  /** In the journey's order. */
  steps: readonly Step<State, keyof Steps & string>[];
  /** @throws Error for a step of another journey */
  getStep(name: keyof Steps & string): Step<State, keyof Steps & string>;
  /** The path of the last step that the chain opens. */
  firstUnfinished(state: State): Path;
  /** The dots of the step indicator in order (docs/rules.md, "Step indicator"). */
  progressOf(state: State): readonly ProgressStep[];
  /** The dot of a path; null outside the step indicator. */
  progressStepAt(path: string): number | null;
}

export type StepsOf<Journey> = Journey extends Sequence<infer _State, infer Steps> ? Steps : never;

/** The definition of a link. */
interface Link<State, Needs extends keyof State, Sure extends State> {
  dot?: number;
  /** Slices that it needs in addition to those of earlier links. */
  needs?: readonly Needs[];
  /** A further condition. A type predicate narrows the open state. */
  when?: ((state: State) => boolean) | ((state: State) => state is Sure);
}

interface MainLink<State, Needs extends keyof State, Sure extends State, Anyway extends State> extends Link<
  State,
  Needs,
  Sure
> {
  /** Opens the step regardless of the chain. Neither Continue nor "first unfinished" redirects there because of it. */
  anyway?: (state: State) => state is Anyway;
  /** Continue redirects to this address, below the journey's base, instead of the step's own. */
  door?: string;
  /** A step that is changed from here returns here, unless the change has locked it. */
  takesChanges?: true;
  /** Listed below the step's dot, as a view of one step. */
  view?: true;
}

/**
 * Defines a journey as a chain of steps. Each link lists its requirements in addition to those of earlier links. Guard, dots, Back, next
 * page and the type of each step's open state are derived from the chain.
 */
export interface Chain<State, Open extends State, Steps extends object> {
  /** Adds the next link. */
  step<
    Name extends string,
    Needs extends keyof State = never,
    Sure extends State = State,
    Anyway extends State = never,
  >(
    name: Name,
    link: MainLink<State, Needs, Sure, Anyway>,
  ): Chain<
    State,
    Open & WithSlices<State, Needs> & Sure,
    Steps & Record<Name, Anyway | (Open & WithSlices<State, Needs> & Sure)>
  >;
  /** Adds a step that only some visitors need. Later links do not depend on it. */
  detour<Name extends string, Needs extends keyof State = never, Sure extends State = State>(
    name: Name,
    link: Link<State, Needs, Sure>,
  ): Chain<State, Open, Steps & Record<Name, Open & WithSlices<State, Needs> & Sure>>;
  /** Adds a page after the chain. It opens by its own condition and has no Back. */
  ending<
    Name extends string,
    Needs extends keyof State = never,
    Sure extends State = State,
    Anyway extends State = never,
  >(
    name: Name,
    link: MainLink<State, Needs, Sure, Anyway>,
  ): Chain<State, Open, Steps & Record<Name, Anyway | (WithSlices<State, Needs> & Sure)>>;
  /** Adds links that several journeys share. */
  with<Longer>(add: (chain: Chain<State, Open, Steps>) => Longer): Longer;
  /** @param dots their names, from dot 1 */
  end(dots: readonly ProgressStep['name'][]): Sequence<State, Steps>;
}

/** A link without the builder's types. */
interface Row<State> {
  dot?: number;
  needs?: readonly (keyof State)[];
  when?(state: State): boolean;
  anyway?(state: State): boolean;
  door?: string;
  takesChanges?: true;
  view?: true;
}

/** A step under construction. */
interface Node<State> extends Step<State> {
  kind: 'step' | 'detour' | 'ending';
  door: Path;
  takesChanges: boolean;
  isView: boolean;
  /** Opened by the chain, not only by `anyway`. */
  isReached(state: State): boolean;
}

/** Starts a journey's chain. @param base the steps' addresses begin with it */
export function sequence<State>(base: '' | Path): Chain<State, State, object> {
  const nodes: Node<State>[] = [];

  function add(kind: Node<State>['kind'], name: string, row: Row<State>) {
    const { needs = [], when, anyway, dot = null, door = name, takesChanges = false, view = false } = row;
    const before = kind === 'ending' ? undefined : nodes.findLast((node) => node.kind === 'step');
    const isReached = (state: State) =>
      (before?.isReached(state) ?? true) && hasSlices(state, needs) && (when?.(state) ?? true);
    const node: Node<State> = {
      kind,
      name,
      path: `${base}/${name}`,
      door: `${base}/${door}`,
      dot,
      back: before?.name ?? null,
      takesChanges,
      isView: view,
      isReached,
      isOpen: (state) => isReached(state) || (anyway?.(state) ?? false),
      next: (state) => findNext(nodes, node, state)?.door ?? getLastReached(nodes, state).path,
    };
    nodes.push(node);
    return chain;
  }

  const chain = {
    step: (name: string, row: Row<State>) => add('step', name, row),
    detour: (name: string, row: Row<State>) => add('detour', name, row),
    ending: (name: string, row: Row<State>) => add('ending', name, row),
    with: (addLinks: (chain: unknown) => unknown) => addLinks(chain),
    end: (dots: readonly ProgressStep['name'][]) => makeJourney(nodes, dots),
  };
  return chain as unknown as Chain<State, State, object>;
}

function hasSlices<State>(state: State, slices: readonly (keyof State)[]): boolean {
  for (const slice of slices) if (state[slice] === undefined) return false;
  return true;
}

/** Among later steps that are reached, the one with `takesChanges`, else the first. */
function findNext<State>(nodes: readonly Node<State>[], from: Node<State>, state: State): Node<State> | undefined {
  const later = nodes.slice(nodes.indexOf(from) + 1).filter((node) => node.isReached(state));
  return later.find((node) => node.takesChanges) ?? later[0];
}

/** The first step if none is reached. @throws Error for a journey without steps */
function getLastReached<State>(nodes: readonly Node<State>[], state: State): Node<State> {
  const node = nodes.findLast(({ isReached }) => isReached(state)) ?? nodes[0];
  if (!node) throw new Error('A journey needs at least one step');
  return node;
}

function makeJourney<State>(
  nodes: readonly Node<State>[],
  names: readonly ProgressStep['name'][],
): Sequence<State, Record<string, State>> {
  const dots = names.map((name, index) => {
    const first = nodes.find(({ dot }) => dot === index + 1);
    const last = nodes.findLastIndex(({ dot }) => dot === index + 1);
    const views = nodes.filter(({ dot, isView }) => dot === index + 1 && isView);
    if (!first) throw new Error(`No step has dot ${index + 1}, ${name}`);
    const after = nodes.slice(last + 1).find(({ kind }) => kind !== 'detour');
    return { name, first, after, views };
  });
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return {
    steps: nodes,
    getStep(name) {
      const step = byName.get(name);
      if (!step) throw new Error(`This journey has no step ${name}`);
      return step;
    },
    firstUnfinished: (state) => getLastReached(nodes, state).path,
    progressOf: (state) =>
      dots.map(({ name, first, after, views }) => ({
        name,
        path: first === nodes[0] || first.isOpen(state) ? first.door : null,
        isDone: after?.isOpen(state) ?? false,
        views: views.map((view) => ({ name: view.name, path: view.isOpen(state) ? view.path : null })),
      })),
    progressStepAt: (path) => nodes.find((node) => node.path === path)?.dot ?? null,
  };
}
