// Functions that make elements. Text of the data becomes text nodes only, so that markup in the text stays text.
'use strict';

/** @type {(id: string) => HTMLInputElement & HTMLFormElement} an element of any kind, which must exist */
const $ = id => /** @type {any} */ (document.getElementById(id));
const SVG = 'http://www.w3.org/2000/svg';

// Replaces the children of a node: elements, texts, lists of them, or null. Does nothing if the node has these children.
/** @template {Element} T @param {T} node @param {(Child | Child[])[]} children */
function refill(node, ...children) {
    const fresh = /** @type {(Node | string)[]} */ (children.flat().filter(Boolean)), had = /** @type {NodeListOf<any>} */ (node.childNodes);
    if (fresh.length !== had.length || fresh.some((child, i) => child !== had[i] && child !== had[i].data))
        node.replaceChildren(...fresh);
    return node;
}

/** @type {(target: EventTarget, listeners: Record<string, (event: any) => void>) => void} */
function on(target, listeners) {
    for (const [name, listener] of Object.entries(listeners))
        target.addEventListener(name, listener);
}

/** @template {Element} T @param {T} node @param {Attributes} attributes @param {(Child | Child[])[]} children */
function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(typeof attributes === 'string' ? { class: attributes } : attributes))
        if (typeof value === 'function')
            on(node, { [name]: value });
        else if (value !== null && value !== false)
            node.setAttribute(name, value);
    return refill(node, ...children);
}

// An element with attributes and children, as `refill` takes them. A function among the attributes becomes a listener.
// Leaves out an attribute that is null or false. A string in place of the attributes is the class.
/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: (Child | Child[])[]) => HTMLElementTagNameMap[K]} */
const element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
/** @type {<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Attributes, ...children: (Child | Child[])[]) => SVGElementTagNameMap[K]} */
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
/** @type {(attributes: Record<string, any>, ...children: (Child | Child[])[]) => HTMLButtonElement} */
const button = (attributes, ...children) => element('button', { type: 'button', ...attributes }, ...children);

/** The element that has the focus. */
const focused = () => /** @type {HTMLElement} */ (document.activeElement);
/** @type {(event: Event, selector: string) => boolean} true if the event is in an element that fits the selector */
const isWithin = ({ target }, selector) => /** @type {Element} */ (target).closest(selector) !== null;

const isModified = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

// Takes an event whose key is in `values`, so that nothing else happens. Returns the key's value; undefined: no such key.
function keyed(event, values) {
    if (isModified(event) || !(event.key in values))
        return undefined;
    event.preventDefault();
    event.stopPropagation();
    return values[event.key];
}

// Text for screen readers only.
/** @type {(text: string) => HTMLElement} */
const unseen = text => element('span', 'unseen', text);

// Puts text from a file, such as a player's name, into a line. Right-to-left letters and Unicode's direction characters
// in the text do not move the text beside it.
/** @type {(text: string) => HTMLElement} */
const isolated = text => element('bdi', {}, text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));

// The nodes or texts, with the text `between` after each of them except the last.
/** @type {<T>(nodes: T[], between: string) => (T | string)[]} */
const joined = (nodes, between) => nodes.flatMap((node, i) => i ? [between, node] : [node]);

// Shows an element with the given texts and nodes, or hides the element when there are none.
/** @type {(node: HTMLElement, ...children: (Child | Child[])[]) => void} */
function showText(node, ...children) {
    refill(node, ...children);
    node.hidden = !node.textContent;
}

// Scrolls a list to one of its elements; without an element, to the top. The page does not scroll.
/** @type {(list: HTMLElement, one: HTMLElement | undefined) => void} */
function scrollWithin(list, one) {
    const { top, bottom, height } = list.getBoundingClientRect(), place = one?.getBoundingClientRect();
    if (!place)
        list.scrollTop = 0;
    else if (place.top < top + 8 || place.bottom > bottom - 8)
        list.scrollTop += place.top - top - height / 3;
}

/** @type {(milliseconds: number) => Promise<void>} */
const rest = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
