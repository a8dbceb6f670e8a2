// Making elements. Text of the data becomes text nodes only, so that markup in it stays text.
'use strict';

const $ = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (typeof value === 'function')
            node.addEventListener(name, value);
        else if (value !== null && value !== false)
            node.setAttribute(name, value);
    node.append(...children.flat().filter(child => child !== null && child !== ''));
    return node;
}

// An element with attributes (a function is a listener; null or false: no attribute) and children: elements, texts,
// lists of them, or null.
const element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Text for screen readers only.
const unseen = text => element('span', { class: 'unseen' }, text);

// A stranger's text within a line: neither Hebrew nor a character that sets directions moves what stands beside it.
const isolated = text => element('bdi', {}, text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));

// Nodes or texts with a text between them.
const joined = (nodes, between) => nodes.flatMap((node, i) => i ? [between, node] : [node]);

// Shows an element with texts and nodes, or hides it when there are none.
function showText(node, ...children) {
    node.replaceChildren(...children);
    node.hidden = node.textContent === '';
}
