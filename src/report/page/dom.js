// Functions that make elements. Text of the data becomes text nodes only, so that markup in the text stays text.
'use strict';

/** @type {(id: string) => HTMLInputElement & HTMLFormElement} an element of any kind, which must exist */
const $ = id => /** @type {any} */ (document.getElementById(id));
const SVG = 'http://www.w3.org/2000/svg';

/** @template {Element} T @param {T} node @param {Record<string, any>} attributes @param {(Child | Child[])[]} children */
function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (typeof value === 'function')
            node.addEventListener(name, value);
        else if (value !== null && value !== false)
            node.setAttribute(name, value);
    node.append(.../** @type {(Node | string)[]} */ (children.flat().filter(child => child !== null && child !== '')));
    return node;
}

// An element with attributes (a function is a listener; null or false: no attribute) and children: elements, texts,
// lists of them, or null.
/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Record<string, any>, ...children: (Child | Child[])[]) => HTMLElementTagNameMap[K]} */
const element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
/** @type {<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Record<string, any>, ...children: (Child | Child[])[]) => SVGElementTagNameMap[K]} */
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** The element that has the focus. */
const focused = () => /** @type {HTMLElement} */ (document.activeElement);
/** @type {(event: Event, selector: string) => boolean} true if the event is in an element that fits the selector */
const isWithin = ({ target }, selector) => /** @type {Element} */ (target).closest(selector) !== null;

// Text for screen readers only.
/** @type {(text: string) => HTMLElement} */
const unseen = text => element('span', { class: 'unseen' }, text);

// A stranger's text within a line. Hebrew and direction characters in the text do not move the text beside it.
/** @type {(text: string) => HTMLElement} */
const isolated = text => element('bdi', {}, text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));

// The nodes or texts, with the text `between` after each of them except the last.
/** @type {<T>(nodes: T[], between: string) => (T | string)[]} */
const joined = (nodes, between) => nodes.flatMap((node, i) => i ? [between, node] : [node]);

// Shows an element with the given texts and nodes, or hides the element when there are none.
/** @type {(node: HTMLElement, ...children: Child[]) => void} */
function showText(node, ...children) {
    node.replaceChildren(...children);
    node.hidden = node.textContent === '';
}
