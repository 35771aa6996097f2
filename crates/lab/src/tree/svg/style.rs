//! How the parts of a picture look. The colours are those that Okabe and Ito
//! chose for eyes of every kind ("Color universal design", 2002); nothing is said
//! by a colour alone. The paper is drawn too, so a dark page changes nothing.

/// The style sheet.
pub(super) const STYLE: &str = "
text { font: 13px system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif; fill: #28231c; text-anchor: middle }
.paper { fill: #fffdf8 }
.title { font-size: 17px; font-weight: 600; text-anchor: start }
.words, .caption { text-anchor: start; fill: #5c5447 }
.caption { font-weight: 600; fill: #28231c }
.rule { stroke: #ddd4c4 }
.max { fill: #dcedf9; stroke: #0072b2; stroke-width: 1.2 }
.min { fill: #fbeccd; stroke: #b07700; stroke-width: 1.2 }
.on-line { stroke: #d55e00; stroke-width: 3 }
.move { font-weight: 600 }
.window, .note, .more { font-size: 10.5px; fill: #5c5447 }
.note { font-style: italic; fill: #00694c }
.unvisited { fill: #f1eee8; stroke: #8b8578; stroke-dasharray: 4 3 }
.grey { fill: #6a6457 }
.rest, .stack { fill: #fffdf8; stroke: #8b8578 }
.edge { fill: none; stroke: #8b8578; stroke-width: 1.2 }
.edge.chosen { stroke: #28231c; stroke-width: 2.2 }
.edge.line { stroke: #d55e00; stroke-width: 4.5 }
.edge.pruned { stroke-dasharray: 5 4 }
.edge.fold { stroke-dasharray: 1.5 4; stroke-linecap: round }
.cut { fill: none; stroke: #28231c; stroke-width: 1.8 }
.wood { fill: #f0e2c6 }
.grid { fill: none; stroke: #c3a679; stroke-width: .12 }
.last { fill: #f0e442 }
.decisive { fill: #7fd0b4 }
.gone { fill: none; stroke: #28231c; stroke-width: .4 }
.cross { fill: none; stroke: #005a8c; stroke-width: .36; stroke-linecap: round }
.nought { fill: none; stroke: #b84f00; stroke-width: .36 }
.dark, .rim, .light { fill: none; stroke-linecap: round }
.dark { stroke: #23201d; stroke-width: 1.62 }
.rim { stroke: #7d6c4c; stroke-width: 1.62 }
.light { stroke: #fffdf5; stroke-width: 1.3 }
.tile { fill: none; stroke-width: 1.84; stroke-linecap: square }
.t1 { stroke: #0072b2 } .t2 { stroke: #e69f00 } .t3 { stroke: #009e73 }
.t4 { stroke: #cc79a7 } .t5 { stroke: #56b4e9 } .t6 { stroke: #d55e00 }
.t7 { stroke: #f0e442 } .t8 { stroke: #4a4640 } .t9 { stroke: #fffaf0 }
.number { font-size: 1.4px; font-weight: 600; fill: #1c1710 }
.number.inverse { fill: #fffaf0 }
";
