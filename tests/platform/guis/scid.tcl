# scid.tcl, run by tkscid in place of scid: starts Scid, and does in it what its user would do, by pressing its buttons.
# It adds the engine $ENGINE as Tools > Analysis Engine does, lets it analyse the start position until the window shows
# depth 12, lets it play against itself by the window's button, up to move 20, and analyses again. It writes to
# the file $REPORT the moves of the game, and as the last line "done", or what did not come.

proc report {text} {
    set file [open $::env(REPORT) a]
    puts $file $text
    close $file
}

# What to wait for, in how many seconds, its name, and what to do then. Dialogs are waited for by what opens them, while
# the next steps are taken: each is counted as taken before it begins.
set shown {[regexp -line {^1[2-9] +[+-]\d+\.\d\d +\d+\.} [.analysisWin1.hist.text get 1.0 end]]}
set steps [list \
    {[winfo exists .tipsWin]} 40 "tip of the day, the last window of its start" {
        destroy .tipsWin
        wm geometry . 1270x770+0+0
        makeAnalysisWin 1
    } {[winfo exists .enginelist.buttons.add]} 10 "list of engines" {
        .enginelist.buttons.add invoke
    } {[winfo exists .engineEdit.buttons.ok]} 10 "dialog for an engine" {
        set engines(newName) Panoptes
        set engines(newCmd) $env(ENGINE)
        .engineEdit.buttons.ok invoke
    } {![winfo exists .engineEdit]} 10 "end of the dialog" {
        .enginelist.list.list selection set [lindex [.enginelist.list.list children {}] end]
        .enginelist.buttons.ok invoke
    } {[winfo exists .analysisWin1.hist.text]} 10 "window of analysis" {
    } $shown 30 "analysis of depth 12 in its window" {
        # Without comments in the game: of those Scid 4.7 makes a list that it cannot read.
        foreach side {1 2} { set ::finishGameCmd$side movetime; set ::finishGameCmdVal$side 1 }
        set ::finishGameAnnotate 0
        set ::finishGameAnnotateShort 0
        .analysisWin1.b1.bFinishGame invoke
    } {[winfo exists .configFinishGame.fbuttons.ok]} 10 "dialog for a game" {
        .configFinishGame.fbuttons.ok invoke
    } {[sc_pos moveNumber] > 20} 80 "game of 20 moves" {
        .analysisWin1.b1.bFinishGame invoke
    } {!$::finishGameMode} 10 "end of the game" {
        report [sc_game pgn -comments 0]
        .analysisWin1.b1.bStartStop invoke
    } $shown 30 "second analysis" {
        report done
    }]

proc take_steps {left} {
    lassign $::steps expression seconds name action
    if {[catch {expr $expression} answer] || !$answer} {
        if {$left == 0} {
            report "Scid: no $name"
        } else {
            after 100 take_steps [expr {$left - 1}]
        }
        return
    }
    set ::steps [lrange $::steps 4 end]
    if {[llength $::steps]} {
        after 100 take_steps [expr {10 * [lindex $::steps 1]}]
    }
    uplevel #0 $action
}

after 100 take_steps 400
set argv0 /usr/games/scid
source $argv0
