/**
 * Preloaded into our server (`node --import`): stores the input of the last rendered page, so that the comparisons render the same.
 * Returns it over IPC.
 */
let last;

// React is bundled, so no module can be replaced by name. It assigns `renderToString` to its exports, so this setter can wrap it.
Object.defineProperty(Object.prototype, 'renderToString', {
  set(renderToString) {
    Object.defineProperty(this, 'renderToString', { value: watched(renderToString), enumerable: true });
  },
});

function watched(renderToString) {
  return (element, options) => {
    const html = renderToString(element, options);
    const found = search(element);
    last = found.page && found.routing ? { ...found, html } : undefined;
    return html;
  };
}

process.on('message', ({ probe, id }) => {
  if (probe === 'lastRender') process.send({ id, answer: last });
});
process.channel?.unref();

/** Finds the page's own data, and Remix's data of the route, anywhere in the tree. */
function search(value, found = {}, depth = 0) {
  if (value === null || typeof value !== 'object' || depth > 6) return found;
  if (value.stylesheet && typeof value.path === 'string') found.page ??= withoutFunctions(value);
  else if (value.loaderData && value.matches) found.routing ??= readRouting(value);
  else
    for (const part of [value.props, value.value, value.children, value.context, value.staticHandlerContext].flat())
      search(part, found, depth + 1);
  return found;
}

/** Functions cannot be sent: replaces that of the mark by its result. The stylesheet is in the page. */
function withoutFunctions(page) {
  return { ...page, mark: page.mark?.() ?? null, stylesheet: null };
}

function readRouting({ location, loaderData, actionData, matches }) {
  return {
    location,
    loaderData: { ...loaderData },
    actionData,
    matches: matches.map(({ params, pathname, pathnameBase, route }) => ({
      params,
      pathname,
      pathnameBase,
      routeId: route.id,
    })),
  };
}
